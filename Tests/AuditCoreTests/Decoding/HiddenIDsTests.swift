import Testing

@testable import AuditCore

/// The count of hidden ids, through decoder and audit together.
@Suite struct HiddenIDsTests {
  private let begins = """
    Dec 15 11:49:10.500000 P(UIKitCore)[7] <Notice>: Will add backgroundTask with taskName: <private>, expirationHandler: <__NSMallocBlock__: 0x1057fe340>
    Dec 15 11:49:10.500100 P(UIKitCore)[7] <Notice>: Created background task <private>.
    Dec 15 11:49:10.520000 P(UIKitCore)[7] <Notice>: Will add backgroundTask with taskName: <private>, expirationHandler: <__NSMallocBlock__: 0x1057fe580>
    Dec 15 11:49:10.520100 P(UIKitCore)[7] <Notice>: Created background task <private>.
    Dec 15 11:49:12.000000 P(UIKitCore)[7] <Notice>: Ending background task with UIBackgroundTaskIdentifier: 48

    """
  private let join =
    "Dec 15 11:49:12.000050 P(UIKitCore)[7] <Notice>: Ending task with identifier 48 and description: <private>, _expireHandler: <__NSMallocBlock__: 0x1057fe580>\n"
  private let last = "Dec 15 11:55:00.000000 P(UIKitCore)[7] <Notice>: idle\n"

  private func report(_ text: String) -> Report {
    let auditor = Auditor()
    let source = auditor.open(SourceInfo(name: "x.log"))
    var decoder = StreamDecoder(source: source)
    decoder.consume(Array(text.utf8).span, into: auditor)
    decoder.finish(into: auditor)
    auditor.close(source, over: true)
    return auditor.report()
  }

  @Test func saysNothingAboveInfoOfAGuess() {
    let report = report(begins + last)
    #expect(report.findings.allSatisfy { $0.severity == .info })
    #expect(report.summary.begins == 2)
  }

  @Test func isSureOnceAHandlerJoins() {
    let report = report(begins + join + last)
    #expect(report.sessions.map(\.outstanding) == [[47]])
    #expect(report.findings.map(\.rule) == [.unpairedTask])
    #expect(report.findings.map(\.task) == [47])
    #expect(report.findings.map(\.severity) == [.warning])
  }
}
