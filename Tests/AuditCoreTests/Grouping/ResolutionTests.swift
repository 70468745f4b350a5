import Testing

@testable import AuditCore

/// A group is over when a release goes by without it, and back when it is seen again there.
@Suite struct ResolutionTests {
  private final class Lab {
    var timeline: Timeline
    private var launches = 0

    /// Silences hold only where somebody says which day it is: live.
    init(after: Int, live: Bool = false) {
      var configuration = AuditConfiguration()
      configuration.resolvedAfter = after
      timeline = Timeline(configuration, live: live)
    }

    /// A launch that ends; `alerts` of what was found, and what is over with it.
    func launch(
      _ version: String, leaks: Bool, app: String = "chat"
    ) -> (alerts: [Rule], over: [String]) {
      launches += 1
      let (time, session) = (launches * 1000, "s\(launches)")
      let end = leaks ? "" : "\(time + 1) end 1 session=\(session)\n"
      timeline.play(
        "\(time) hello session=\(session) app-id=\(app) version=\(version)\n"
          + "\(time) background session=\(session)\n\(time) begin 1 by=Home session=\(session)\n"
          + end + "\(time + 90) exit clean session=\(session)")
      let alerts = timeline.auditor.takeChanges().filter(\.isAlert).map(\.finding.rule)
      let over = timeline.auditor.takeResolutions().filter { $0.group.rule == .unpairedTask }
      return (alerts, over.map { "\($0.release.version ?? "") after \($0.last.version ?? "")" })
    }
  }

  @Test func `over once so many launches of a later release ended without it`() {
    let lab = Lab(after: 3)
    #expect(lab.launch("3.1", leaks: true).alerts.contains(.unpairedTask))
    for _ in 0..<5 { #expect(lab.launch("3.1", leaks: false).over.isEmpty) }
    #expect(lab.launch("3.2", leaks: false).over.isEmpty)
    #expect(lab.launch("3.2", leaks: false).over.isEmpty)
    #expect(lab.launch("3.2", leaks: false).over == ["3.2 after 3.1"])
    for _ in 0..<5 { #expect(lab.launch("3.2", leaks: false).over.isEmpty) }
    // Of what is over already a still later release says nothing.
    for _ in 0..<5 { #expect(lab.launch("3.3", leaks: false).over.isEmpty) }
  }

  @Test func `not of another app, and not of an earlier release`() {
    let lab = Lab(after: 2)
    _ = lab.launch("3.1", leaks: false)
    _ = lab.launch("3.2", leaks: true)
    for _ in 0..<4 { #expect(lab.launch("3.1", leaks: false).over.isEmpty) }
    for _ in 0..<4 { #expect(lab.launch("9.0", leaks: false, app: "mail").over.isEmpty) }
  }

  @Test func `back in the release that was without it, it is told like the first`() {
    let lab = Lab(after: 2)
    for _ in 0..<3 { _ = lab.launch("3.1", leaks: true) }
    _ = lab.launch("3.2", leaks: false)
    #expect(lab.launch("3.2", leaks: false).over == ["3.2 after 3.1"])
    // The fourth of the group; users of the old release go on to have it.
    #expect(lab.launch("3.1", leaks: true).alerts.contains(.unpairedTask))
    #expect(!lab.launch("3.1", leaks: true).alerts.contains(.unpairedTask))
    #expect(lab.launch("3.2", leaks: true).alerts.contains(.unpairedTask))
    #expect(!lab.launch("3.2", leaks: true).alerts.contains(.unpairedTask))
  }

  @Test func `what is silenced is not told, and told when the silence is gone`() {
    let lab = Lab(after: 2, live: true)
    var silence = Suppression(name: "home", file: "f", line: 1)
    silence.match.rules = [.unpairedTask]
    var configuration = AuditConfiguration()
    configuration.silences = [silence]
    lab.timeline.auditor.reconfigure(configuration)
    #expect(!lab.launch("3.1", leaks: true).alerts.contains(.unpairedTask))
    #expect(!lab.launch("3.1", leaks: true).alerts.contains(.unpairedTask))
    lab.timeline.auditor.reconfigure(AuditConfiguration())
    #expect(lab.launch("3.1", leaks: true).alerts.contains(.unpairedTask))
  }
}
