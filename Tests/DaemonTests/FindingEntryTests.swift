import AuditCore
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon

@Suite struct FindingEntryTests {
  private func finding() -> Finding {
    var session = SessionIdentity(session: "0d9c")
    session.app = "com.example.chat"
    session.process = "Chat"
    session.pid = 4312
    session.device = "iPhone8,1"
    session.os = "iOS 13.5.1"
    var finding = Finding(
      id: "0123456789ab", rule: .overwrittenID, severity: .warning, state: .suspected,
      session: session, fingerprint: "0123456789abcdef", message: "The id of task 1 is lost.",
      advice: "Keep each id.")
    finding.task = 1
    finding.by = 4
    finding.candidates = [6]
    finding.confidence = .possible
    finding.blame = Blame(image: "Chat", symbol: "-[EMClient begin]", holder: "EMClient")
    finding.sdk = SDKProduct(name: "Example Chat")
    finding.stack = ["0 Chat -[EMClient begin] + 4", "1 Chat main + 8"]
    return finding
  }

  @Test func hasTheFieldsOfTheContract() {
    let client = PeerCredentials(pid: 77, uid: 501, gid: 20)
    var change = FindingChange(finding: finding())
    change.group = GroupStanding(
      count: 8, launches: 5, releases: 2, first: Stamp(instant: Instant(microseconds: 0)))
    let entry = FindingEntry.make(change, client: client)
    #expect(entry.priority == 4)
    #expect(
      entry.message
        == "Chat[4312]: The id of task 1 is lost. "
        + "[overwritten-id, suspected, 8 of its kind in 5 launches]")
    let expected = [
      "MESSAGE_ID": "8660d92a18f447efab892d3576b84f82", "BGTASK_RULE": "overwritten-id",
      "BGTASK_STATE": "suspected", "BGTASK_TASK": "1", "BGTASK_BY": "4",
      "BGTASK_CANDIDATES": "6", "BGTASK_SESSION": "0d9c", "BGTASK_APP": "com.example.chat",
      "BGTASK_DEVICE": "iPhone8,1", "BGTASK_OS": "iOS 13.5.1", "BGTASK_PROCESS": "Chat",
      "BGTASK_PID": "4312", "BGTASK_BLAME_IMAGE": "Chat",
      "BGTASK_BLAME_SYMBOL": "-[EMClient begin]", "BGTASK_HOLDER": "EMClient",
      "BGTASK_SDK": "Example Chat",
      "BGTASK_CONFIDENCE": "possible", "BGTASK_FINGERPRINT": "0123456789abcdef",
      "BGTASK_FINDING": "0123456789ab", "BGTASK_ADVICE": "Keep each id.",
      "BGTASK_STACK": "0 Chat -[EMClient begin] + 4\n1 Chat main + 8",
      "BGTASK_CLIENT_PID": "77", "BGTASK_CLIENT_UID": "501",
      "BGTASK_GROUP_COUNT": "8", "BGTASK_GROUP_LAUNCHES": "5", "BGTASK_GROUP_RELEASES": "2",
      "BGTASK_GROUP_FIRST": "1970-01-01T00:00:00.000000Z",
    ]
    var found: [String: String] = [:]
    for field in entry.fields { found[field.name] = field.value }
    #expect(found == expected)
  }

  @Test func absentValuesAreAbsentFields() {
    var finding = finding()
    finding.task = nil
    finding.blame = Blame()
    finding.stack = []
    let entry = FindingEntry.make(FindingChange(finding: finding), client: nil)
    for name in [
      "BGTASK_TASK", "BGTASK_NAME", "BGTASK_BLAME_IMAGE", "BGTASK_STACK", "BGTASK_GROUP_COUNT",
    ] {
      #expect(entry.value(of: name) == nil)
    }
    #expect(entry.value(of: "BGTASK_HOLDER") == "unknown")
  }

  @Test func whatIsClearedIsNoAlert() {
    var finding = finding()
    finding.state = .cleared
    finding.severity = .crit
    let entry = FindingEntry.make(FindingChange(finding: finding), client: nil)
    #expect(entry.priority == 5)
    #expect(entry.message.contains("no longer holds"))
    #expect(entry.value(of: "BGTASK_STATE") == "cleared")
  }

  @Test func noTextOfAClientBeginsAFieldOrALine() {
    var finding = finding()
    finding.name = "a\nPRIORITY=0\u{1B}[31m\u{202E}"
    finding.message = "Task a\nb"
    finding.stack = ["one\nMESSAGE=forged", "two"]
    let entry = FindingEntry.make(FindingChange(finding: finding), client: nil)
    #expect(entry.value(of: "BGTASK_NAME") == "a\\nPRIORITY=0\\u{1B}[31m\\u{202E}")
    #expect(entry.message.contains("Task a\\nb"))
    #expect(entry.value(of: "BGTASK_STACK") == "one\\nMESSAGE=forged\ntwo")
  }

  @Test func everyKindOfEntryHasAnIdOfItsOwn() {
    var ids = Rule.allCases.map(MessageID.of)
    ids += [
      MessageID.resolved, MessageID.started, MessageID.stopped, MessageID.configuration,
      MessageID.clientError,
    ]
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
