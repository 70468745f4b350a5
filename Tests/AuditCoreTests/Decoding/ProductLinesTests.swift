import Testing

@testable import AuditCore

@Suite struct ProductLinesTests {
  @Test(arguments: [
    (
      "BGT begin id=3 name=(null) handler=1 app=background remaining=29.9",
      "begin id=3 handler=true remaining=29.9 app=background by=product"
    ),
    (
      "BGT begin remaining=1.7976931348623157e+308 app=active handler=0 id=3 name=nil",
      "begin id=3 handler=false remaining=inf app=foreground by=product"
    ),
    (
      "BGT begin id=3 name=\"geo \\\"post\\\"\" colour=red app=inactive",
      "begin id=3 name=geo \"post\" app=inactive by=product"
    ),
    ("BGT begin id=5,204 name=a", "begin id=5204 name=a by=product"),
    ("BGT begin id=5.204.001", "begin id=5204001 by=product"),
    ("BGT begin id=21 331 name=a", "begin id=21331 name=a by=product"),
    ("BGT begin id=21\u{A0}331", "begin id=21331 by=product"),
    ("BGT begin id=21\u{202F}331", "begin id=21331 by=product"),
    ("BGT end id=3", "end id=3 by=product"),
    ("BGT be2020-01-01 00:00:00 P[1:2] BGT end id=3", "end id=3 by=product"),
    ("BGT begin id=3 name=\"<private>\"", "begin id=3 by=product"),
    ("BGT end id=-1", "end id=0 by=product"),
    ("BGT expire id=3 name=\"x\"", "expire id=3 name=x by=product"),
    ("BGT expire-return id=3 duration=1.4ms", "expired id=3 by=product"),
    ("BGT begin id=3 slot=Sync.task thread=7", "begin id=3 slot=Sync.task thread=7 by=product"),
    ("BGT begin id=2 remaining=-1.5", "begin id=2 remaining=0.0 by=product"),
  ])
  func reads(line: String, event: String) {
    #expect(RecordingSink.decode(line).lines() == [event])
  }

  @Test(arguments: [
    ("BGT begin", "missing id"), ("BGT begin name=x", "missing id"), ("BGT end id=", "missing id"),
    ("BGT end id=x", "the id is not a number"), ("BGT end id=1.5", "the id is not a number"),
    ("BGT end id=18446744073709551616", "the id is 2^64 or more"), ("BGT beg", "the line is torn"),
    ("BGT expire-r", "the line is torn"),
  ])
  func refuses(line: String, reason: String) {
    let sink = RecordingSink.decode(line)
    #expect(sink.events.isEmpty)
    #expect(sink.refusals == ["1: \(reason)"])
  }

  @Test(arguments: [
    "BGT activity-begin token=0x2801 reason=\"refresh\"", "BGT activity-end token=0x2801",
    "BGT hello", "XBGT end id=3", "lifecycle", "lifecycle sceneDidDisconnect",
    "sent -[AppDelegate applicationDidEnterBackground:] to the delegate",
    "taskName = Called by App, from -[AppDelegate applicationDidEnterBackground:]",
  ])
  func ignores(line: String) {
    let sink = RecordingSink.decode(line)
    #expect(sink.events.isEmpty)
    #expect(sink.refusals.isEmpty)
  }

  @Test(arguments: [
    ("lifecycle applicationDidEnterBackground", AppState.background),
    ("lifecycle sceneWillEnterForeground", .foreground),
    ("lifecycle UIApplicationDidBecomeActiveNotification", .foreground),
    ("lifecycle applicationWillResignActive", .inactive),
    ("lifecycle applicationWillTerminate", .terminate),
    ("-[RKKeepAlive appDelegateBlockEvent:]：应用进入后台DidEnterBackground", .background),
    ("-[RKKeepAlive appDelegateBlockEvent:]：应用将进入前台WillEnterForeground", .foreground),
    ("-[AppDelegate applicationDidEnterBackground:]", .background),
    ("applicationDidEnterBackground(_:)", .background),
    ("applicationDidBecomeActive", .foreground),
  ])
  func readsLifecycle(line: String, state: AppState) {
    let event = RecordingSink.decode(line).events.first
    guard case .state(let told) = event?.action else {
      Issue.record("no state in \(line)")
      return
    }
    #expect(told == state)
  }

  @Test func joinsStackParts() throws {
    let sink = RecordingSink.decode(
      """
      2020-01-01 00:00:00.000 P[1:a] BGT begin id=3
      2020-01-01 00:00:00.000 P[1:a] BGT stack id=3 part=1/2 App+0x1000 -[UIApplication(BGTAudit) x:]; App+0x2000 -[EMClient go:b:]
      2020-01-01 00:00:00.000 P[1:b] BGT stack id=4 part=1/1 App+0x3000 main
      2020-01-01 00:00:00.000 P[1:a] BGT stack id=3 part=2/2 UIKitCore+0x77; libdispatch.dylib+0x5 _dispatch_main
      2020-01-01 00:00:01.000 P[1:a] BGT stack id=9 part=1/2 App+0x1000 cut
      """)
    #expect(
      sink.lines().map { $0.prefix(10) }
        == ["begin id=3", "stack id=4", "stack id=3", "stack id=9"])
    #expect(
      sink.frames(sink.events[2]) == [
        "App -[UIApplication(BGTAudit) x:]", "App -[EMClient go:b:]", "UIKitCore ",
        "libdispatch.dylib _dispatch_main",
      ])
    #expect(sink.stacks.frames(sink.events[2].stack)[1].address == 0x2000)
  }
}
