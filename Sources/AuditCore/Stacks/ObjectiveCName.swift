/// Reads `-[Class(Category) selector]` and the blocks of such methods,
/// `__35-[Amplitude addObservers]_block_invoke_2`.
enum ObjectiveCName {
  /// nil where the symbol is no method of ObjC.
  static func read(_ symbol: String) -> CodeName? {
    let bytes = symbol.utf8.span
    guard let sign = bracket(bytes), let close = closingBracket(bytes, from: sign + 2),
      let space = bytes.firstIndex(of: 0x20, from: sign + 2), space < close
    else { return nil }
    var name = CodeName()
    var classEnd = space
    if let open = bytes.firstIndex(of: UInt8(ascii: "("), from: sign + 2), open < space {
      classEnd = open
      let end = bytes.firstIndex(of: UInt8(ascii: ")"), from: open) ?? space
      name.category = String(decodingSpan: bytes.extracting(open + 1..<min(end, space)))
    }
    guard classEnd > sign + 2 else { return nil }
    name.owner = className(bytes.extracting(sign + 2..<classEnd))
    name.member = String(decodingSpan: bytes.extracting(space + 1..<close))
    name.isBlock = bytes.find("_block_invoke", from: close) != nil
    name.readable = symbol
    let method = String(decodingSpan: bytes.extracting(sign..<close + 1))
    name.normalised = name.isBlock ? method + "_block_invoke" : method
    return name
  }

  /// Where `-[` or `+[` stands: at the start, or after the `__35` of a block.
  private static func bracket(_ bytes: Span<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count, bytes[index] == UInt8(ascii: "_") { index += 1 }
    let underscores = index
    while index < bytes.count, bytes[index] &- 0x30 <= 9 { index += 1 }
    if underscores == 0, index > 0 { return nil }
    return bytes.has("-[", at: index) || bytes.has("+[", at: index) ? index : nil
  }

  private static func closingBracket(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    bytes.firstIndex(of: UInt8(ascii: "]"), from: start)
  }

  /// Classes written in Swift may carry their mangled name, `_TtC4Tolk6Client`.
  private static func className(_ bytes: Span<UInt8>) -> String {
    if let path = MangledName.path(bytes), path.components.count > 1 {
      return path.components.joined(separator: ".")
    }
    return String(decodingSpan: bytes)
  }
}
