import Testing

@testable import AuditCore

@Suite struct ControlRequestTests {
  private func parse(_ line: String) throws -> ControlRequest {
    try ControlRequest.parse(line.utf8Span.span)
  }

  private func problem(_ line: String) -> String? {
    do {
      _ = try ControlRequest.parse(line.utf8Span.span)
      return nil
    } catch {
      return error.text
    }
  }

  @Test(arguments: ControlRequest.Verb.allCases, ControlRequest.Format.allCases)
  func `what is sent is what is read`(verb: ControlRequest.Verb, format: ControlRequest.Format)
    throws
  {
    let request = ControlRequest(
      verb, findingID: "3f0c\u{1B}\"", format: format,
      style: TextStyle(width: 132, colour: true, all: true))
    #expect(try ControlRequest.parse(request.line.span) == request)
  }

  @Test func `what is absent has its default and unknown keys are ignored`() throws {
    let request = try parse(#"{"request":"findings","new":{"a":[1,{}]},"id":null}"#)
    #expect(request == ControlRequest(.findings))
    #expect(request.style.width == 100)
  }

  @Test func `a width is held within its bounds`() throws {
    #expect(try parse(#"{"request":"status","width":1}"#).style.width == 40)
    #expect(try parse(#"{"request":"status","width":18446744073709551615}"#).style.width == 100)
    #expect(try parse(#"{"request":"status","width":5000}"#).style.width == Limits.textWidthMax)
    #expect(try parse(#"{"request":"status","width":-5}"#).style.width == 100)
  }

  @Test func `every refusal says what is wrong`() {
    #expect(problem("") != nil)
    #expect(problem("status\n")?.hasPrefix("control request: JSON at byte 0") == true)
    #expect(
      problem(#"{"v":2,"request":"status"}"#)
        == "control request: version 2 is not known, only 1 is")
    #expect(problem(#"{"v":1}"#) == "control request: it names no request")
    #expect(
      problem(#"{"request":"\u001b[2J"}"#)
        == "control request: \\u{1B}[2J is no request of this daemon")
    #expect(
      problem(#"{"request":"status","format":"xml"}"#)
        == "control request: xml is no format of this daemon")
    #expect(problem(#"{"request":"show"}"#) == "control request: show needs an id")
    #expect(problem(#"{"request":"status"} x"#) != nil)
    #expect(problem(String(repeating: "[", count: 100_000)) != nil)
  }

  @Test func `lines of the server are told apart`() {
    func line(_ text: String) -> ServerLine? { ServerLine(text.utf8Span.span) }
    #expect(line(#"{"ok":true}"#) == .accepted(bytes: nil))
    #expect(line(#"{"ok":true,"bytes":12}"#) == .accepted(bytes: 12))
    #expect(
      line(#"{"ok":false,"error":"show: none","exit":1}"#)
        == .refused(ControlRequest.Problem("show: none", exit: 1)))
    #expect(line(#"{"ack":2}"#) == .acknowledged(2))
    #expect(
      line(#"{"error":"line 9: not an event: missing id","line":9}"#)
        == .rejected(text: "line 9: not an event: missing id", line: 9))
    #expect(
      line(#"{"error":"too many clients","line":null,"new":[]}"#)
        == .rejected(text: "too many clients", line: nil))
    #expect(line("{}") == nil)
    #expect(line("garbage") == nil)
  }

  @Test func `a refusal is read back as it was made`() {
    let problem = ControlRequest.Problem("show: x\n: no", exit: 1)
    #expect(ServerLine(ControlReply.refusal(problem).span) == .refused(problem))
  }
}
