import AuditCore
import Testing

@testable import Configuration

/// What values mean, and which of several counts.
struct SettingsTests {
  @Test func takesEveryKey() throws {
    let text = """
      [Ingest]
      Socket=/tmp/in.sock
      SocketMode=666
      SocketGroup=bgtask
      MaxClients=7
      [Control]
      Socket=/tmp/control.sock
      SocketMode=0600
      SocketGroup=1000
      MaxClients=3
      [Audit]
      Grace=150ms
      ForegroundHold=1min 30s
      HandlerlessHold=6
      PileupLimit=900
      IdleTimeout=2h
      [Budget]
      OS=iOS 12: 170s
      Device=iPhone8,1: 175
      App=com.example.chat: 40s
      App=a:b: 2min
      Default=31s
      [Stacks]
      SystemImage=Some Image
      SystemImage=Other
      HookSymbol=-[MYHook
      [Rules]
      unpaired-task=err
      late-end=crit
      renewal-chain=off
      [Limits]
      UnreadReplyBytes=512K
      [Journal]
      Alerts=all
      ResolvedAfter=3
      ClientErrorsPerSecond=0
      [Silence maps]
      SDK=Mapbox*
      Reason=known
      Maximum=4
      """
    let read = try settings(("f", text))
    #expect(read.ingestPath == "/tmp/in.sock")
    #expect(read.ingestMode == 0o666)
    #expect(read.ingestGroup == "bgtask")
    #expect(read.ingestClientsMax == 7)
    #expect(read.controlPath == "/tmp/control.sock")
    #expect(read.controlMode == 0o600)
    #expect(read.controlGroup == "1000")
    #expect(read.controlClientsMax == 3)
    #expect(read.audit.grace == 150_000)
    #expect(read.audit.foregroundHold == 90_000_000)
    #expect(read.audit.handlerlessHold == 6_000_000)
    #expect(read.audit.pileupLimit == 900)
    #expect(read.audit.idleTimeout == 7_200_000_000)
    #expect(
      read.audit.budgets == [
        .init(os: "iOS 12", seconds: 170), .init(device: "iPhone8,1", seconds: 175),
        .init(app: "com.example.chat", seconds: 40), .init(app: "a:b", seconds: 120),
        .init(seconds: 31),
      ])
    #expect(read.audit.systemImages == ["Some Image", "Other"])
    #expect(read.audit.hookSymbols == ["-[MYHook"])
    #expect(read.audit.severities == [.unpairedTask: .err, .lateEnd: .crit])
    #expect(read.audit.disabledRules == [.renewalChain])
    #expect(read.unreadReplyBytesMax == 524_288)
    #expect(read.clientErrorsPerSecondMax == 0)
    #expect(read.alerts == .all)
    #expect(read.audit.resolvedAfter == 3)
    #expect(read.audit.silences.map(\.name) == ["maps"])
    #expect(read.audit.silences.first?.match.sdks == [TextPattern("Mapbox*")])
    #expect(read.audit.silences.first?.reason == "known")
    #expect(read.audit.silences.first?.countMax == 4)
    #expect(read.files == ["f"])
  }

  @Test func laterFilesReplaceScalarsAndAddToLists() throws {
    let read = try settings(
      ("main", "[Audit]\nGrace=1s\nPileupLimit=3\n[Stacks]\nSystemImage=A\n"),
      ("10.conf", "[Audit]\nGrace=2s\n[Stacks]\nSystemImage=B\nSystemImage=A\n"),
      ("20.conf", "[Audit]\nGrace=3s\n"))
    #expect(read.audit.grace == 3_000_000)
    #expect(read.audit.pileupLimit == 3)
    #expect(read.audit.systemImages == ["A", "B"])
    #expect(read.files == ["main", "10.conf", "20.conf"])
  }

  /// A drop-in may correct a part of a silence.
  @Test func silencesOfOneNameAreOne() throws {
    let read = try settings(
      ("main", "[Silence a]\nTask=x\nReason=y\nUntil=2027-01-31\n"),
      ("10.conf", "[Silence b]\nTask=z\nReason=y\n[Silence a]\nTask=z\nUntil=\n"))
    #expect(read.audit.silences.map(\.name) == ["a", "b"])
    #expect(
      read.audit.silences.map(\.match.tasks) == [
        [TextPattern("x"), TextPattern("z")], [TextPattern("z")],
      ])
    #expect(read.audit.silences.map(\.until) == [nil, nil])
  }

  @Test func anEmptyAssignmentTakesBackWhatCameBefore() throws {
    let main = """
      [Ingest]
      SocketGroup=x
      [Audit]
      Grace=1s
      [Budget]
      OS=iOS 12: 1s
      App=a: 2s
      Default=3s
      [Stacks]
      SystemImage=A
      [Rules]
      late-end=off
      long-held=err
      double-end=crit
      """
    let dropIn = """
      [Ingest]
      SocketGroup=
      [Audit]
      Grace=
      [Budget]
      OS=
      OS=iOS 13: 4s
      Default=
      [Stacks]
      SystemImage=
      SystemImage=B
      [Rules]
      late-end=
      long-held=
      """
    let read = try settings(("main", main), ("10.conf", dropIn))
    #expect(read.ingestGroup == nil)
    #expect(read.audit.grace == 5_000_000)
    #expect(
      read.audit.budgets == [.init(app: "a", seconds: 2), .init(os: "iOS 13", seconds: 4)])
    #expect(read.audit.systemImages == ["B"])
    #expect(read.audit.severities == [.doubleEnd: .crit])
    #expect(read.audit.disabledRules == [])
  }

  @Test func aBudgetOfTheSameNameIsReplacedInItsPlace() throws {
    let read = try settings(
      (
        "f",
        "[Budget]\nOS=iOS 13: 30s\nOS=iOS: 60s\nOS=iOS 13: 40s\nApp=iOS: 1s\nDefault=8\nDefault=9"
      ))
    #expect(
      read.audit.budgets == [
        .init(os: "iOS 13", seconds: 40), .init(os: "iOS", seconds: 60),
        .init(app: "iOS", seconds: 1), .init(seconds: 9),
      ])
  }

  @Test func aSeveritySwitchesARuleOnAgain() throws {
    let read = try settings(
      ("f", "[Rules]\nlate-end=off\nlate-end=err\nlong-held=err\nlong-held=off"))
    #expect(read.audit.severities == [.lateEnd: .err])
    #expect(read.audit.disabledRules == [.longHeld])
  }
}
