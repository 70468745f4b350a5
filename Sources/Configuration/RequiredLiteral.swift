/// Finds bytes that every match of an expression must contain, so that most lines are refused without
/// trying the expression.
///
/// Reads only what it is sure of: literal characters at the top level of an expression without
/// alternatives there. Whatever it does not know makes it give up, with no literal, which is always
/// right and only slower.
struct RequiredLiteral {
  /// Shorter ones occur nearly everywhere and refuse nothing.
  private static let bytesMin = 3

  private let pattern: [UInt8]
  private var position = 0
  private var run: [UInt8] = []
  private var longest: [UInt8] = []

  /// The longest such literal; empty where there is none of three bytes or more.
  static func of(_ pattern: String) -> [UInt8] {
    var search = RequiredLiteral(pattern: Array(pattern.utf8))
    return search.readTopLevel() && search.longest.count >= bytesMin ? search.longest : []
  }

  private init(pattern: [UInt8]) { self.pattern = pattern }

  private var next: UInt8? { position < pattern.count ? pattern[position] : nil }

  /// False where something stands that it does not know.
  private mutating func readTopLevel() -> Bool {
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "|"): return false
      case UInt8(ascii: "("):
        endRun()
        if !skipGroup() { return false }
      case UInt8(ascii: "["):
        endRun()
        if !skipClass() { return false }
      case UInt8(ascii: "\\"):
        if !readEscape() { return false }
      case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"): endRun()
      case UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "{"):
        dropLastCharacter()
        if byte == UInt8(ascii: "{") { skipQuantifier() }
      // The character stands once at least, but not once only.
      case UInt8(ascii: "+"): endRun()
      default: run.append(byte)
      }
    }
    endRun()
    return true
  }

  private mutating func endRun() {
    if run.count > longest.count { longest = run }
    run = []
  }

  /// The last character, of one byte or more, may be absent.
  private mutating func dropLastCharacter() {
    while let byte = run.popLast(), byte & 0xC0 == 0x80 {}
    endRun()
  }

  private mutating func skipQuantifier() {
    while let byte = next, byte != UInt8(ascii: "}") {
      // A brace that is no quantifier is a literal; the run has ended, so nothing is lost.
      guard (0x30...0x39).contains(byte) || byte == UInt8(ascii: ",") else { return }
      position += 1
    }
    if next != nil { position += 1 }
  }

  /// An escaped ASCII sign is itself; an escaped letter or digit is a class, an assertion, or unknown.
  private mutating func readEscape() -> Bool {
    guard let byte = next else { return false }
    position += 1
    switch byte {
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "w"), UInt8(ascii: "W"),
      UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "b"), UInt8(ascii: "B"),
      UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "A"), UInt8(ascii: "z"),
      UInt8(ascii: "Z"), UInt8(ascii: "R"):
      endRun()
      return true
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: return false
    default:
      run.append(byte)
      return true
    }
  }

  /// Skips to after the group's `)`; its content may be absent. Gives up at what could change the
  /// meaning of the rest: inline options, verbs, comments.
  private mutating func skipGroup() -> Bool {
    if next == UInt8(ascii: "*") { return false }
    if next == UInt8(ascii: "?") {
      guard position + 1 < pattern.count else { return false }
      switch pattern[position + 1] {
      case UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: "P"), UInt8(ascii: "="),
        UInt8(ascii: "!"), UInt8(ascii: "'"), UInt8(ascii: ">"):
        break
      default: return false
      }
    }
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: ")"): return true
      case UInt8(ascii: "("): if !skipGroup() { return false }
      case UInt8(ascii: "["): if !skipClass() { return false }
      case UInt8(ascii: "\\"):
        if next == UInt8(ascii: "Q") { return false }
        position += 1
      default: break
      }
    }
    return false
  }

  /// Skips to after the class's `]`, which as its first character is a member.
  private mutating func skipClass() -> Bool {
    if next == UInt8(ascii: "^") { position += 1 }
    if next == UInt8(ascii: "]") { position += 1 }
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "]"): return true
      case UInt8(ascii: "["):
        // [:alpha:] and its like hold a bracket of their own.
        if next == UInt8(ascii: ":") || next == UInt8(ascii: ".") || next == UInt8(ascii: "=") {
          return false
        }
      case UInt8(ascii: "\\"):
        if next == UInt8(ascii: "Q") { return false }
        position += 1
      default: break
      }
    }
    return false
  }
}
