/// Reads what is neither ObjC nor Swift: C functions and their blocks, C++ (mangled or not), Kotlin.
enum FunctionName {
  static func read(_ symbol: String) -> CodeName {
    var name = CodeName(readable: symbol)
    let bytes = symbol.utf8.span
    var range = 0..<bytes.count
    if let block = bytes.find("_block_invoke") {
      name.isBlock = true
      range = (bytes.has("__", at: 0) ? 2 : 0)..<block
      if range.isEmpty { range = 0..<block }
    }
    let core = bytes.extracting(range)
    if let parts = itaniumParts(core) ?? cxxParts(core) ?? kotlinParts(core) {
      name.owner = parts.owner
      name.member = parts.member
    } else {
      name.member = String(decodingSpan: core.extracting(0..<withoutSuffix(core)))
    }
    if entries.contains(name.member), name.owner == nil { name.kind = .entry }
    let full = name.owner.map { "\($0)::\(name.member)" } ?? name.member
    name.normalised = name.isBlock ? full + "_block_invoke" : full
    return name
  }

  /// The bottom of every thread.
  private static let entries: Set<String> = [
    "main", "_main", "start", "_start", "start_sim", "thread_start", "_pthread_start",
    "start_wqthread", "UIApplicationMain", "__main_argc_argv",
  ]

  private struct Parts {
    var owner: String?
    var member: String
  }

  /// The end of the name before `.cold.1`, `.llvm.123`, `.part.0`: parts that the compiler split off.
  private static func withoutSuffix(_ bytes: Span<UInt8>) -> Int {
    guard let dot = bytes.firstIndex(of: UInt8(ascii: "."), from: 1) else { return bytes.count }
    return dot
  }

  /// `_ZN3net6Client5flushEv` is `net::Client` and `flush`. What needs templates or substitutions to
  /// be read is left as it is.
  private static func itaniumParts(_ bytes: Span<UInt8>) -> Parts? {
    guard let start = bytes.find("_ZN"), start <= 1 else { return nil }
    var cursor = start + 3
    while cursor < bytes.count, bytes.has("K", at: cursor) || bytes.has("V", at: cursor) {
      cursor += 1
    }
    var parts: [String] = []
    while let length = bytes.decimal(at: &cursor) {
      guard length > 0, length <= UInt64(bytes.count - cursor) else { return nil }
      parts.append(String(decodingSpan: bytes.extracting(cursor..<cursor + Int(length))))
      cursor += Int(length)
    }
    guard parts.count > 1, let member = parts.popLast() else { return nil }
    return Parts(owner: parts.joined(separator: "::"), member: member)
  }

  /// `net::Client::flush(int)`, as a symbolicated crash report prints it.
  private static func cxxParts(_ bytes: Span<UInt8>) -> Parts? {
    guard bytes.find("::") != nil else { return nil }
    var nesting = Nesting()
    var cut = 0
    var end = bytes.count
    for index in bytes.indices {
      if nesting.depth == 0 {
        if bytes[index] == UInt8(ascii: "("), index > 0 {
          end = index
          break
        }
        if bytes.has("::", at: index) { cut = index }
      }
      nesting.pass(bytes[index], after: index > 0 ? bytes[index - 1] : 0)
    }
    guard cut > 0, cut + 2 < end else { return nil }
    return Parts(
      owner: String(decodingSpan: bytes.extracting(0..<cut)),
      member: String(decodingSpan: bytes.extracting(cut + 2..<end)))
  }

  /// Kotlin/Native: `kfun:com.example.Sync#flush(){}`.
  private static func kotlinParts(_ bytes: Span<UInt8>) -> Parts? {
    guard bytes.has("kfun:", at: 0), let hash = bytes.firstIndex(of: UInt8(ascii: "#")) else {
      return nil
    }
    let end = bytes.firstIndex(of: UInt8(ascii: "("), from: hash) ?? bytes.count
    return Parts(
      owner: hash > 5 ? String(decodingSpan: bytes.extracting(5..<hash)) : nil,
      member: String(decodingSpan: bytes.extracting(hash + 1..<end)))
  }
}
