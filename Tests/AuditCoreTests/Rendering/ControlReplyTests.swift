import Testing

@testable import AuditCore

/// The answers to control requests, by an auditor that has seen the reference case.
@Suite struct ControlReplyTests {
  private let auditor = Auditor()

  init() {
    let source = auditor.open(SourceInfo(name: "client 1"))
    var decoder = StreamDecoder(source: source)
    let log = """
      enter beginBackgroundTaskWithExpirationHandler:1
      enter beginBackgroundTaskWithExpirationHandler:4
      enter beginBackgroundTaskWithExpirationHandler:6
      enter endBackgroundTask:6
      enter endBackgroundTask:4
      enter endBackgroundTask:0
      enter endBackgroundTask:0

      """
    decoder.consume(log.utf8.span, into: auditor)
  }

  private func reply(_ request: ControlRequest) -> (header: ServerLine?, body: String) {
    let bytes = ControlReply.make(
      for: request, auditor: auditor, status: SampleFindings.status)
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    let body = String(decoding: bytes[end...].dropFirst(), as: UTF8.self)
    return (ServerLine(Array(bytes[..<end]).span), body)
  }

  @Test(arguments: ControlRequest.Format.allCases)
  func `every list is answered after a header`(format: ControlRequest.Format) {
    for verb in ControlRequest.Verb.allCases where verb != .show && verb != .watch {
      let (header, body) = reply(ControlRequest(verb, format: format))
      #expect(header == .accepted(bytes: UInt64(body.utf8.count)))
      #expect(body.hasPrefix("{\"version\":1,") == (format == .json))
      #expect(body.hasSuffix("\n"))
    }
  }

  @Test func `an answer tells what the auditor knows`() {
    #expect(reply(ControlRequest(.outstanding)).body.contains("1     unnamed process"))
    #expect(reply(ControlRequest(.sessions)).body.contains("s1"))
    #expect(reply(ControlRequest(.findings)).body.contains("overwritten-id  task 1 by 4"))
    #expect(reply(ControlRequest(.status)).body.contains("outstanding    1, "))
  }

  @Test func `a watch is a header until something changes`() {
    let (header, body) = reply(ControlRequest(.watch))
    #expect(header == .accepted(bytes: nil))
    #expect(body.isEmpty)
    let change = FindingChange(finding: SampleFindings.overwritten)
    let text = ControlReply.change(change, for: ControlRequest(.watch))
    #expect(text == FindingLine.render(change, style: TextStyle()))
    let json = ControlReply.change(change, for: ControlRequest(.watch, format: .json))
    #expect(json == JSONLists.change(change))
  }

  @Test func `show finds one by the first digits of its id`() throws {
    let findings = auditor.report().findings
    let overwritten = try #require(findings.first { $0.rule == .overwrittenID })
    for length in [8, 12] {
      let (header, body) = reply(
        ControlRequest(.show, findingID: String(overwritten.id.prefix(length))))
      #expect(header == .accepted(bytes: UInt64(body.utf8.count)))
      #expect(body.contains("overwritten-id  task 1 by 4"))
      #expect(body.contains("Story"))
    }
  }

  @Test func `show says if there is none, or more than one`() {
    func refusal(_ id: String) -> String? {
      guard case .refused(let problem) = reply(ControlRequest(.show, findingID: id)).header else {
        return nil
      }
      return problem.exit == 1 ? problem.text : nil
    }
    #expect(refusal("zz\u{1B}") == "show: zz\\u{1B}: no finding has this id")
    #expect(refusal("")?.hasSuffix("findings have an id that starts so") == true)
  }
}
