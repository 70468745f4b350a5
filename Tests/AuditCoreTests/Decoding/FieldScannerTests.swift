import Testing

@testable import AuditCore

/// The quick way over an object must read it as the thorough one does, or leave it alone.
@Suite struct FieldScannerTests {
  private static let lines = [
    #"{"event":"begin","seq":3,"t":1595421000.028001,"session":"11a25bfa","id":2,"name":"sync","#
      + #""handler":true,"remaining":19.57,"thread":"0x1a2b05","queue":"main"}"#,
    #"{"v": 1, "event": "hello", "app": "com.example.chat", "appVersion": "3.2", "pid": 324}"#,
    #"{"event":"begin","id":1,"stack":["0   A   0x1 -[B c] + 4","1   D   0x2 e + 5"],"slot":"x"}"#,
    #"{"event":"begin","id":1,"stack":[{"image":"A","symbol":"-[B c]"}]}"#,
    #"{"event":"end","id":18446744073709551615,"battery":0.5,"heartbeat":false,"os":null}"#,
    #"{"event":"exit","reason":"killed","code":"0x8badf00d","text":"a text of some words, 漢字 as well"}"#,
    #"{"eventMessage":"a","procName":"b","app_name":"c","count":0.25,"age":-1}"#,
  ]

  private func fields(_ line: [UInt8], _ stacks: inout ClientStacks) -> EventFields? {
    var fields = EventFields()
    return fields.scan(line.span, &stacks) ? fields : nil
  }

  private func check(_ line: [UInt8], _ stacks: inout ClientStacks) -> Bool {
    guard let quick = fields(line, &stacks) else { return false }
    var thorough = EventFields()
    do throws(JSONError) {
      try thorough.read(line.span)
    } catch {
      Issue.record("taken, though \(error.text): \(String(decoding: line, as: UTF8.self))")
      return true
    }
    let differing = EventFields.Key.allCases.filter {
      $0 != .other && quick[$0] != thorough[$0]
    }
    #expect(
      differing.isEmpty && quick.isReport == thorough.isReport,
      "\(differing) in \(String(decoding: line, as: UTF8.self))")
    return true
  }

  /// A cache that knows the stacks of `lines`, as a decoder has read them.
  private func stacks() -> ClientStacks {
    let (texts, table) = (TextTable(), RecordingSink().stacks)
    var stacks = ClientStacks()
    for line in Self.lines {
      let bytes = Array(line.utf8)
      var fields = EventFields()
      guard (try? fields.read(bytes.span)) != nil, fields[.stack].kind == .array else { continue }
      _ = stacks.stack(bytes.span.extracting(fields[.stack].range), texts, table)
    }
    return stacks
  }

  @Test func takesOrdinaryObjects() {
    var stacks = stacks()
    for line in Self.lines.dropLast() { #expect(check(Array(line.utf8), &stacks), "\(line)") }
  }

  @Test func knowsStacksByTheirBytes() throws {
    var known = stacks()
    var unknown = ClientStacks()
    let line = Array(Self.lines[2].utf8)
    let fields = try #require(fields(line, &known))
    #expect(fields.knownStack != nil)
    #expect(self.fields(line, &unknown) == nil)
    var torn = line
    torn[60] = UInt8(ascii: "?")
    #expect(self.fields(torn, &known) == nil)
  }

  @Test(arguments: [
    #"{}"#, #"{"event":"a\nb"}"#, #"{"event" :"end"}"#, "{\"event\":\"a\tb\"}", #"{"id":-1}"#,
    #"{"id":1e3}"#, #"{"id":01}"#, #"{"id":1.}"#, #"{"id":[1]}"#, #"{"id":{}}"#, #"{"id":tru}"#,
    #"{"id":1},"#, #"{"id":1"#, #"{"id":1,}"#, #"{"id"}"#, #"{"id":"#, #"{"id":"1}"#,
    #"{"i\u0064":1}"#, "{\"id\u{0}\":1}",
  ])
  func leavesTheRest(line: String) {
    var stacks = ClientStacks()
    #expect(fields(Array(line.utf8), &stacks) == nil)
  }

  /// Cut lines, changed bytes, parts put twice or left out.
  @Test func agreesOnMutatedLines() {
    var random = SeededRandom(seed: 5)
    var stacks = stacks()
    var taken = 0
    for _ in 0..<6000 {
      var line = Array(Self.lines[Int.random(in: 0..<Self.lines.count, using: &random)].utf8)
      LineMutation.apply(Int.random(in: 0...3, using: &random), to: &line, &random)
      if check(line, &stacks) { taken += 1 }
    }
    #expect(taken > 1000)
  }
}
