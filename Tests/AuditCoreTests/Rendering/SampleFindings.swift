@testable import AuditCore

/// Reports made by hand, for the renderers alone: the reference case of the audit model, as it would
/// look with times and stacks, and a launch that was killed.
enum SampleFindings {
  static func stamp(_ seconds: Int64, _ millis: Int64 = 0) -> Stamp {
    Stamp(
      instant: Instant(
        microseconds: .seconds(1_550_497_202 + seconds) + .milliseconds(118 + millis)),
      zoneMinutes: 480, precision: .millisecond)
  }

  static var sample: SessionIdentity {
    var identity = SessionIdentity(session: "s1")
    identity.process = "EMSample"
    identity.pid = 4312
    return identity
  }

  static var chat: SessionIdentity {
    var identity = SessionIdentity(session: "0d9c2f80")
    identity.app = "com.example.chat"
    identity.appVersion = "3.2"
    identity.process = "Chat"
    identity.pid = 4377
    identity.device = "iPhone8,1"
    identity.os = "iOS 13.5.1"
    return identity
  }

  static let client = Blame(
    image: "EMSample", symbol: "-[EMClient appDidEnterBackground:]", holder: "EMClient")

  static func event(
    _ line: UInt32, _ event: String, _ task: UInt64?, _ time: Stamp?, _ detail: String? = nil
  ) -> Evidence {
    Evidence(file: "x.log", line: line, event: event, task: task, time: time, detail: detail)
  }

  static var unpaired: Finding {
    var finding = Finding(
      id: "3f0c2ab91d4e", rule: .unpairedTask, severity: .err, state: .confirmed, session: sample,
      fingerprint: "9f3c5a0b77e1d246",
      message: "Task 1 was begun and never ended; its background time ran out.",
      advice: "Keep one variable for each task, or end the old task before its id is replaced.")
    finding.task = 1
    finding.stage = .pastDeadline
    finding.causes = [.overwrittenID]
    finding.related = [4]
    finding.blame = client
    var sdk = SDKProduct(name: "Example Chat")
    sdk.known = "ids are overwritten"
    sdk.fixedIn = "3.5"
    sdk.link = "https://example.com/chat/1"
    finding.sdk = sdk
    finding.firstTime = stamp(0)
    finding.lastTime = stamp(197)
    finding.evidence = [
      event(1, "begin", 1, stamp(0), "handler"), event(2, "background", nil, stamp(0, 3)),
      event(14, "deadline", 1, stamp(185), "180 s after the background, and 5 s of grace"),
    ]
    finding.stack = [
      "EMSample -[EMClient appDidEnterBackground:] + 168",
      "UIKitCore -[UIApplication _applicationDidEnterBackground] + 96",
    ]
    return finding
  }

  static var overwritten: Finding {
    var finding = Finding(
      id: "77aa01c2e9b3", rule: .overwrittenID, severity: .err, state: .confirmed, session: sample,
      fingerprint: "12ab34cd56ef7890",
      message: "The id of task 1 was lost when task 4 was begun by the same class.",
      advice: "Give each task a variable of its own.")
    finding.task = 1
    finding.name = "上传 photos"
    finding.by = 4
    finding.candidates = [6]
    finding.related = [1, 4]
    finding.blame = client
    finding.confidence = .probable
    finding.firstTime = stamp(0)
    finding.lastTime = stamp(174, 314)
    finding.evidence = [
      event(1, "begin", 1, stamp(0)), event(3, "begin", 4, stamp(0, 22)),
      event(5, "begin", 6, stamp(0, 33)), event(7, "end", 6, stamp(174, 310)),
      event(9, "end", 4, stamp(174, 314)), event(11, "end", 0, stamp(174, 315)),
    ]
    return finding
  }

  static func invalidEnd(_ line: UInt32, _ severity: Severity) -> Finding {
    var finding = Finding(
      id: "0000000000\(10 + line)", rule: .invalidEnd, severity: severity, state: .confirmed,
      session: sample, fingerprint: "aaaaaaaaaaaaaaaa",
      message: "endBackgroundTask was called with 0, which is no task.",
      advice: "End only an id that a begin returned.")
    finding.task = 0
    finding.evidence = [Evidence(file: "x.log", line: line, event: "end", task: 0)]
    return finding
  }

  static var kill: Finding {
    var finding = Finding(
      id: "c0ffee123456", rule: .systemKill, severity: .crit, state: .confirmed, session: chat,
      fingerprint: "beefbeefbeefbeef",
      message: "iOS killed the app because background tasks were open past their time.",
      advice: "End every task in its expiration handler.")
    finding.related = [1]
    finding.firstTime = stamp(190)
    finding.lastTime = stamp(190)
    finding.evidence = [
      Evidence(
        file: "client 3", line: 9, sequence: 9, event: "exit", time: stamp(190),
        detail: "killed: Chat:4377 has active assertions beyond permitted time")
    ]
    return finding
  }

  /// Leaks of two releases of which a third had none, and a kill that is silenced.
  static var groups: GroupSurvey {
    var book = GroupBook()
    func release(_ version: String, launches: Int) -> UInt32 {
      let number = book.number(of: Release(app: chat.app, version: version))
      for _ in 0..<launches { book.countLaunch(of: number) }
      return number
    }
    let releases = [
      release("3.1", launches: 4), release("3.2", launches: 7), release("3.3", launches: 10),
    ]
    let leak = book.number(ofFingerprint: 0x9f3c_5a0b_77e1_d246, rule: .unpairedTask)
    for place in [0, 0, 1] {
      let mark = GroupMark(group: leak, release: releases[place], severity: .err)
      book.count(mark, unpaired, isFirst: true)
    }
    _ = book.admit(leak, isConfirmed: true)
    _ = book.settle(releases[2], after: 10)
    let killed = book.number(ofFingerprint: 0xbeef_beef_beef_beef, rule: .systemKill)
    book.count(
      GroupMark(group: killed, release: releases[2], severity: .crit), kill, isFirst: true)
    return GroupSurvey(book, open: [Release(app: chat.app, version: "3.3"): 1]) {
      $0.rule == .systemKill ? Suppression(name: "kills", file: "f", line: 1) : nil
    }
  }

  static var budgets: BudgetSurvey {
    BudgetSurvey([HistoryTests.reference].compactMap { try? HistoryTests.history($0) })
  }

  /// One finding is new, one is graver, one gone, one there in fewer launches.
  static var comparison: RunComparison {
    var old = report
    old.summary.sessions = 10
    old.findings = [kill, unpaired, unpaired, overwritten, invalidEnd(3, .notice)]
    var new = report
    new.summary.sessions = 30
    var graver = invalidEnd(3, .notice)
    graver.severity = .warning
    var added = unpaired
    added.fingerprint = "0123456789abcdef"
    new.findings = [added, unpaired, overwritten, overwritten, overwritten, graver]
    return RunComparison(
      old: AuditedRun(of: old), new: AuditedRun(of: new), failOn: .warning, all: false)
  }

  /// Every session leaks or was killed; nine events as evidence, so that some are folded.
  static var report: Report {
    var report = Report()
    report.summary.lines = 14
    report.summary.events = 7
    report.summary.skippedLines = 2
    report.summary.unreadableEvents = 1
    report.unread = [UnreadLine(file: "x.log", line: 9, reason: "missing id")]
    report.summary.sessions = 2
    report.summary.begins = 3
    report.summary.ends = 4
    report.summary.outstanding = 2
    var leaking = SessionSummary(identity: sample)
    leaking.begins = 3
    leaking.ends = 4
    leaking.outstanding = [1]
    leaking.verdict = .leaking
    var killed = SessionSummary(identity: chat)
    killed.begins = 1
    killed.outstanding = [1]
    killed.verdict = .killed
    report.sessions = [leaking, killed]
    report.findings = [
      kill, unpaired, overwritten, invalidEnd(11, .notice), invalidEnd(12, .info),
      invalidEnd(13, .info),
    ]
    return report
  }

  static var clean: Report {
    var report = Report()
    report.summary.lines = 3
    report.summary.events = 2
    report.summary.sessions = 1
    report.summary.begins = 1
    report.summary.ends = 1
    var session = SessionSummary(identity: SessionIdentity(session: "s1"))
    session.begins = 1
    session.ends = 1
    report.sessions = [session]
    return report
  }

  static var outstanding: [OutstandingTask] {
    var first = OutstandingTask(session: sample, task: 1, stage: .pastDeadline)
    first.name = "上传 photos"
    first.begun = stamp(0)
    first.age = .seconds(197)
    first.left = .seconds(-12)
    first.blame = client
    let second = OutstandingTask(session: chat, task: 4617, stage: .open)
    return [first, second]
  }

  static let status = DaemonStatus(
    version: "0.1.0",
    started: Stamp(instant: Instant(microseconds: 1_595_421_000_000_000), precision: .second),
    uptime: .seconds(7800), clients: 2, lines: 1000, events: 900, skipped: 90, unreadable: 10,
    journal: true, state: "kept in /var/lib/bgtaskd",
    configurationPath: "/etc/bgtaskd/bgtaskd.conf",
    statusLine: "3 sessions, 5 outstanding, 1 leaking")
}
