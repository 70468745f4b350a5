/// What one symbol names, in whatever language it is written.
struct CodeName: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A method or function that somebody wrote.
    case code
    /// `main` and the like: every stack ends there, so it says nothing of who holds an id.
    case entry
    /// Made by the compiler between two functions; the next frame is the code.
    case thunk
    /// Hidden or absent.
    case stripped
  }

  var kind = Kind.code
  /// The class, struct or enum with its module: `EMClient`, `StreamChat.IOSBackgroundTaskScheduler`.
  var owner: String?
  /// The method, function or accessor without its arguments' types.
  var member = ""
  /// The Swift module whose source it stands in.
  var module: String?
  /// The name of an ObjC category; empty for a Swift extension of a foreign type.
  var category: String?
  /// A block or closure inside `member`.
  var isBlock = false
  /// For people: ObjC and C as printed, Swift demangled, without the types of a signature.
  var readable = ""
  /// The same for every build: no block or closure numbers, no private discriminators.
  var normalised = ""

  static let stripped = CodeName(kind: .stripped)

  /// The class, or the function that stands for itself.
  var holder: String? {
    guard kind == .code else { return nil }
    if let owner { return owner }
    if let module { return member.isEmpty ? module : "\(module).\(member)" }
    return member.isEmpty ? nil : member
  }

  /// The bare class without its module, for lists of hooks.
  var ownerName: Substring? {
    guard let owner else { return nil }
    return owner.utf8.lastIndex(of: UInt8(ascii: ".")).map { owner[$0...].dropFirst() }
      ?? owner[...]
  }

  /// Reads a symbol as it was printed; `demangle` is asked for Swift's.
  static func read(_ symbol: String, demangle: SymbolReader.Demangle) -> CodeName {
    let bytes = symbol.utf8.span
    if FrameText.isStripped(bytes) { return .stripped }
    if bytes.has("OUTLINED_FUNCTION_", at: 0) || bytes.has("_OUTLINED_FUNCTION_", at: 0) {
      return CodeName(kind: .thunk, readable: symbol, normalised: "OUTLINED_FUNCTION")
    }
    if let name = ObjectiveCName.read(symbol) { return name }
    if MangledName.isMangled(bytes) { return SwiftName.read(symbol, demangle: demangle) }
    return FunctionName.read(symbol)
  }
}
