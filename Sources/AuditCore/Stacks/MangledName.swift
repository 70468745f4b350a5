/// Reads module, type and member out of a mangled Swift symbol by hand.
///
/// The runtime's demangler needs the whole symbol; logs cut symbols, and old mangling is beyond it. The
/// path stands first in every mangling, so that it can be had without the rest.
enum MangledName {
  /// Where a symbol stands: module first, then types, then the member if there is one.
  struct Path: Hashable {
    var components: [String]
    /// How many leading components are module and types.
    var typeCount: Int
    /// The module of an extension that the member stands in.
    var extensionModule: String?
  }

  private static let prefixes: [StaticString] = ["$s", "$S", "_$s", "_$S", "$e", "_$e", "_T0"]

  static func isMangled(_ symbol: Span<UInt8>) -> Bool { bodyStart(symbol) != nil }

  static func path(_ symbol: Span<UInt8>) -> Path? {
    guard let start = bodyStart(symbol) else { return nil }
    var reader = Reader(position: start)
    let path = isOld(symbol) ? reader.oldPath(symbol) : reader.path(symbol)
    return path.components.isEmpty ? nil : path
  }

  private static func bodyStart(_ symbol: Span<UInt8>) -> Int? {
    for prefix in prefixes where symbol.has(prefix, at: 0) { return prefix.utf8CodeUnitCount }
    return isOld(symbol) ? 2 : nil
  }

  /// Up to Swift 3, and the runtime names of classes (`_TtC4Tolk6Client`) for ever.
  private static func isOld(_ symbol: Span<UInt8>) -> Bool {
    symbol.has("_Tt", at: 0) || symbol.has("_TF", at: 0) || symbol.has("_TT", at: 0)
  }

  private struct Reader {
    var position: Int
    private var words: [String] = []
    /// What words may add to the path in all: a few letters can stand for a long word.
    private var bytesLeft = Limits.symbolBytesMax

    init(position: Int) { self.position = position }

    mutating func path(_ symbol: Span<UInt8>) -> Path {
      var path = Path(components: [], typeCount: 0)
      guard let module = module(symbol) else { return path }
      path.components = module
      path.typeCount = module.count
      while let name = identifier(symbol) {
        skipDiscriminator(symbol)
        let kind = position < symbol.count ? symbol[position] : 0
        switch kind {
        case UInt8(ascii: "C"), UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "P"):
          path.components.append(name)
          path.typeCount = path.components.count
          position += 1
        case UInt8(ascii: "E") where path.extensionModule == nil && path.typeCount > 1:
          path.extensionModule = name
          position += 1
        default:
          path.components.append(name)
          return path
        }
      }
      return path
    }

    /// `C4Acme3Box4call…`: letters for the kinds, then every name of the path in turn.
    mutating func oldPath(_ symbol: Span<UInt8>) -> Path {
      var path = Path(components: [], typeCount: 0)
      let isType = symbol.has("_Tt", at: 0)
      while position < symbol.count, symbol[position] &- 0x30 > 9 { position += 1 }
      while position < symbol.count {
        if symbol.has("P", at: position) {
          position += 1
          _ = identifier(symbol)
        }
        guard let name = identifier(symbol) else { break }
        path.components.append(name)
      }
      path.typeCount = max(1, isType ? path.components.count : path.components.count - 1)
      return path
    }

    /// An own module's name, ObjC's imports (`So`), Swift's own and its best-known types.
    private mutating func module(_ symbol: Span<UInt8>) -> [String]? {
      if symbol.has("So", at: position) || symbol.has("SC", at: position) {
        position += 2
        return ["__C"]
      }
      if symbol.has("s", at: position) {
        position += 1
        return ["Swift"]
      }
      if symbol.has("S", at: position), position + 1 < symbol.count {
        guard let type = MangledName.knownTypes[symbol[position + 1]] else { return nil }
        position += 2
        return ["Swift", type]
      }
      return identifier(symbol).map { [$0] }
    }

    /// A private name is followed by the hash of its file: `6Secret33_…LL`.
    private mutating func skipDiscriminator(_ symbol: Span<UInt8>) {
      let start = position
      guard let hash = identifier(symbol), hash.utf8.first == UInt8(ascii: "_"),
        symbol.has("LL", at: position)
      else {
        position = start
        return
      }
      position += 2
    }

    /// `5begin`, or with words of earlier names put together: `05beginD0`.
    private mutating func identifier(_ symbol: Span<UInt8>) -> String? {
      let start = position
      var name = ""
      guard position < symbol.count, symbol[position] &- 0x30 <= 9 else { return nil }
      var substitutes = symbol.has("0", at: position)
      if substitutes { position += 1 }
      repeat {
        while substitutes, position < symbol.count, let word = wordIndex(symbol[position]) {
          if word.isLast { substitutes = false }
          position += 1
          guard word.index < words.count else { return abandon(start) }
          name += words[word.index]
          bytesLeft -= words[word.index].utf8.count
          if bytesLeft < 0 { return abandon(start) }
        }
        if symbol.has("0", at: position) {
          position += 1
          break
        }
        guard let length = symbol.decimal(at: &position) else {
          if !substitutes, !name.isEmpty { break }
          return abandon(start)
        }
        guard length > 0, length <= UInt64(symbol.count - position) else { return abandon(start) }
        let text = symbol.extracting(position..<position + Int(length))
        position += Int(length)
        collectWords(text)
        name += String(decodingSpan: text)
      } while substitutes
      return name
    }

    private mutating func abandon(_ start: Int) -> String? {
      position = start
      return nil
    }

    private func wordIndex(_ byte: UInt8) -> (index: Int, isLast: Bool)? {
      switch byte {
      case 0x61...0x7A: (Int(byte) - 0x61, false)
      case 0x41...0x5A: (Int(byte) - 0x41, true)
      default: nil
      }
    }

    /// Words begin at capitals, as the mangler cuts them: at least two letters, at most 26 words.
    private mutating func collectWords(_ text: Span<UInt8>) {
      var start: Int?
      for index in 0...text.count {
        let byte = index < text.count ? text[index] : 0
        if let begun = start {
          let previous = text[index - 1]
          let isEnd =
            byte == 0 || byte == UInt8(ascii: "_") || (!isUpper(previous) && isUpper(byte))
          if isEnd {
            if index - begun >= 2, words.count < 26 {
              words.append(String(decodingSpan: text.extracting(begun..<index)))
            }
            start = nil
          }
        }
        let opensWord = byte != 0 && byte != UInt8(ascii: "_") && byte &- 0x30 > 9
        if start == nil, opensWord { start = index }
      }
    }

    private func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
  }

  private static let knownTypes: [UInt8: String] = [
    UInt8(ascii: "a"): "Array", UInt8(ascii: "b"): "Bool", UInt8(ascii: "D"): "Dictionary",
    UInt8(ascii: "d"): "Double", UInt8(ascii: "h"): "Set", UInt8(ascii: "i"): "Int",
    UInt8(ascii: "q"): "Optional", UInt8(ascii: "S"): "String", UInt8(ascii: "u"): "UInt",
    UInt8(ascii: "T"): "Sequence", UInt8(ascii: "l"): "Collection",
  ]
}
