/// Reads a Swift symbol through its demangled text, or by hand where that cannot be had.
enum SwiftName {
  static func read(_ symbol: String, demangle: SymbolReader.Demangle) -> CodeName {
    if isCheapToDemangle(symbol.utf8.span), let text = demangle(symbol), text != symbol {
      return name(demangled: text, symbol: symbol)
    }
    guard let path = MangledName.path(symbol.utf8.span) else {
      return CodeName(member: symbol, readable: symbol, normalised: symbol)
    }
    var parsed = DemangledPath(
      components: path.components, typeCount: min(path.typeCount, path.components.count))
    parsed.extensionModule = path.extensionModule
    return name(parsed)
  }

  /// A substitution in a mangled name may stand for a type that holds another twice, and so on: each
  /// can double the demangled text. Symbols that could grow past the limit are read by hand.
  private static func isCheapToDemangle(_ symbol: Span<UInt8>) -> Bool {
    if symbol.count > Limits.mangledBytesMax { return false }
    var size = symbol.count
    var index = 0
    while index < symbol.count {
      let start = index
      if let length = symbol.decimal(at: &index) {
        // A name: the letters in it are no operators.
        index += Int(min(length, UInt64(symbol.count - index)))
        continue
      }
      // No name is as long as digits say that are no number.
      if index > start { return false }
      if symbol[index] == UInt8(ascii: "A") {
        size = size &<< substitutions(symbol, &index)
        if size > Limits.demangledBytesMax { return false }
      } else {
        index += 1
      }
    }
    return true
  }

  /// How many substitutions the operator `A` at `index` makes: `AbC` two, `A3B` three. At most 32.
  private static func substitutions(_ symbol: Span<UInt8>, _ index: inout Int) -> Int {
    index += 1
    var count = 0
    while index < symbol.count {
      var isRun = false
      if let repeats = symbol.decimal(at: &index) {
        count += Int(min(repeats, 32))
        isRun = true
      }
      guard index < symbol.count else { break }
      let byte = symbol[index]
      guard (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") else { break }
      index += 1
      if !isRun { count += 1 }
      if byte &- 0x61 >= 26 { break }
    }
    return min(count, 32)
  }

  private static func name(demangled text: String, symbol: String) -> CodeName {
    guard text.utf8.span.find("reabstraction thunk helper") == nil else {
      return CodeName(kind: .thunk, readable: text, normalised: "reabstraction thunk")
    }
    let path = DemangledPath(text.utf8.span)
    if path.components.isEmpty {
      return CodeName(member: symbol, readable: text, normalised: text)
    }
    return name(path)
  }

  private static func name(_ path: DemangledPath) -> CodeName {
    var name = CodeName(isBlock: path.isClosure)
    var components = path.components
    let typeCount = path.typeCount
    if let module = path.extensionModule {
      components[0] = module
      name.category = ""
    }
    name.module = components[0]
    name.owner = typeCount > 1 ? components[0..<typeCount].joined(separator: ".") : nil
    name.member = components[typeCount...].joined(separator: ".")
    let full = components.joined(separator: ".") + (path.labels ?? "")
    name.readable = path.isClosure ? "closure in \(full)" : full
    name.normalised = name.readable
    if components.last == "$main"
      || (components.last == "main" && typeCount == components.count - 1)
    {
      name.kind = .entry
    }
    return name
  }
}
