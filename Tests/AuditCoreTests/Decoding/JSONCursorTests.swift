import Testing

@testable import AuditCore

@Suite struct JSONCursorTests {
  /// Walks a whole text and writes down what it saw.
  private func walk(_ text: String) throws(JSONError) -> String {
    let bytes = Array(text.utf8)
    var cursor = JSONCursor()
    var seen = ""
    try value(&cursor, bytes.span, &seen)
    try cursor.end(in: bytes.span)
    return seen
  }

  private func value(
    _ cursor: inout JSONCursor, _ bytes: Span<UInt8>, _ seen: inout String
  ) throws(JSONError) {
    switch try cursor.peek(in: bytes) {
    case .object:
      try cursor.beginObject(in: bytes)
      seen += "{"
      while let key = try cursor.nextKey(in: bytes) {
        seen += key.text(in: bytes) + "="
        try value(&cursor, bytes, &seen)
        seen += ";"
      }
      seen += "}"
    case .array:
      try cursor.beginArray(in: bytes)
      seen += "["
      while try cursor.nextElement(in: bytes) {
        try value(&cursor, bytes, &seen)
        seen += ";"
      }
      seen += "]"
    case .string: seen += "'" + (try cursor.string(in: bytes)).text(in: bytes) + "'"
    case .number: seen += "\((try cursor.number(in: bytes)).double(in: bytes))"
    case .bool: seen += "\(try cursor.bool(in: bytes))"
    case .null:
      try cursor.null(in: bytes)
      seen += "null"
    }
  }

  @Test(arguments: [
    (#"{"a":1,"b":[true,false,null],"c":{}}"#, "{a=1.0;b=[true;false;null;];c={};}"),
    (" [ ] ", "[]"),
    (#""a\"\\\/\b\f\n\r\t""#, "'a\"\\/\u{8}\u{c}\n\r\t'"),
    (#""\u0041\u00e9\ud83d\ude00""#, "'Aé😀'"),
    (#""\ud83d\u0041\ude00""#, "'\u{FFFD}A\u{FFFD}'"),
    ("-0.5e2", "-50.0"),
    ("1.7976931348623157e+308", "1.7976931348623157e+308"),
    ("1595421000.250", "1595421000.25"),
  ])
  func reads(text: String, expected: String) throws {
    #expect(try walk(text) == expected)
  }

  @Test(arguments: [
    ("", 0), ("{", 1), (#"{"a" 1}"#, 5), (#"{"a":1,}"#, 7), ("[1 2]", 3), ("[1,]", 3), ("01", 0),
    ("1.", 2), ("1e", 2), ("-", 1), ("nul", 0), ("\"a", 2), ("\"\u{1}\"", 1), (#""\x""#, 1),
    (#""\u12g4""#, 1), ("1 2", 2), ("{1:2}", 1), ("[1}", 2),
  ])
  func refuses(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try walk(text) }
    #expect(error?.offset == offset)
  }

  @Test func boundsDepth() throws {
    let most = Limits.jsonDepthMax
    let deep = String(repeating: "[", count: most) + String(repeating: "]", count: most)
    #expect(try !walk(deep).isEmpty)
    #expect(throws: JSONError.self) { try walk("[" + deep + "]") }
    let bytes = Array(("[" + deep + "]").utf8)
    var cursor = JSONCursor()
    #expect(throws: JSONError.self) { try cursor.skipValue(in: bytes.span) }
  }

  @Test func skipsValues() throws {
    let bytes = Array(#"[{"a":[1,{"b":"]"}],"c":null},7]"#.utf8)
    var cursor = JSONCursor()
    try cursor.beginArray(in: bytes.span)
    #expect(try cursor.nextElement(in: bytes.span))
    #expect(try cursor.skipValue(in: bytes.span) == 1..<29)
    #expect(try cursor.nextElement(in: bytes.span))
    #expect(try cursor.number(in: bytes.span).unsigned(in: bytes.span) == 7)
    #expect(try !cursor.nextElement(in: bytes.span))
  }

  @Test func tellsIntegersFromOverflow() throws {
    func number(_ text: String) throws -> (UInt64?, Int64?) {
      let bytes = Array(text.utf8)
      var cursor = JSONCursor()
      let number = try cursor.number(in: bytes.span)
      return (number.unsigned(in: bytes.span), number.signed(in: bytes.span))
    }
    #expect(try number("18446744073709551615") == (.max, nil))
    #expect(try number("18446744073709551616") == (nil, nil))
    #expect(try number("-9223372036854775808") == (nil, .min))
    #expect(try number("-9223372036854775809") == (nil, nil))
    #expect(try number("-1") == (nil, -1))
    #expect(try number("3.0") == (nil, nil))
  }

  @Test func comparesKeysEscapedOrNot() throws {
    let bytes = Array(#"{"\u0069d":1,"id":2}"#.utf8)
    var cursor = JSONCursor()
    try cursor.beginObject(in: bytes.span)
    for _ in 0..<2 {
      let key = try cursor.nextKey(in: bytes.span)
      #expect(key?.equals("id", in: bytes.span) == true)
      try cursor.skipValue(in: bytes.span)
    }
  }
}
