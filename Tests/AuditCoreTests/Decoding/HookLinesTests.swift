import Testing

@testable import AuditCore

@Suite struct HookLinesTests {
  private func lines(_ text: String) -> [String] { RecordingSink.decode(text).lines() }

  @Test(arguments: [
    ("enter beginBackgroundTaskWithExpirationHandler:1", "begin id=1 by=enterHook"),
    ("enter beginBackgroundTaskWithName:expirationHandler: 12", "begin id=12 by=enterHook"),
    ("[main.m:@12:hook] - enter endBackgroundTask:6", "end id=6 by=enterHook"),
    ("enter endBackgroundTask：6", "end id=6 by=enterHook"),
    ("-[UIApplication(GCS) gcs_endBackgroundTask:], 结束任务ID: 1", "end id=1 by=chineseHook"),
    ("开启任务ID：7", "begin id=7 by=chineseHook"),
    ("开启任务 ID = 7", "begin id=7 by=chineseHook"),
    ("开启任务名称:NAME, ID: 4", "begin id=4 name=NAME by=namedChineseHook"),
    ("开启任务名称：保活，ID：4", "begin id=4 name=保活 by=namedChineseHook"),
    ("开启任务名称:a, ID: 9, b, ID: 4", "begin id=4 name=a, ID: 9, b by=namedChineseHook"),
    ("hook taskID = 3", "begin id=3 by=learnDemoHook"),
    ("hook taskID=3", "begin id=3 by=learnDemoHook"),
    ("enter endBackgroundTask:18446744073709551615", "end id=0 by=enterHook"),
    ("enter endBackgroundTask:4294967295", "end id=0 by=enterHook"),
    ("enter endBackgroundTask:-1025", "end id=0 by=enterHook"),
    ("enter endBackgroundTask:18446744073709551614", "end id=18446744073709551614 by=enterHook"),
    ("开启任务名称:<private>, ID: 4", "begin id=4 by=namedChineseHook"),
    ("bgTask expiration=============", "expire by=other"),
    (
      "backgroundTimeRemaining: 178.9",
      "sample(battery: nil, heartbeat: false) remaining=178.9 by=other"
    ),
    (
      "Background time remaining = 26.4 seconds",
      "sample(battery: nil, heartbeat: false) remaining=26.4 by=other"
    ),
    (
      "2017-03-14 06:20:12 +0000==0,178.967",
      "sample(battery: nil, heartbeat: false) remaining=178.967 t=1489472412.0 zone=0 by=other"
    ),
    (
      "2017-03-15 04:01:30 +0000==89,1.79769e+308 ",
      "sample(battery: nil, heartbeat: false) remaining=inf t=1489550490.0 zone=0 by=other"
    ),
  ])
  func reads(line: String, event: String) {
    #expect(lines(line) == [event])
  }

  @Test func readsTheForegroundSpeltOut() {
    let digits =
      "179769313486231570814527423731704356798070567525844996598917476803157260780028"
      + "538760589558632766878171540458953514382464234321326889464182768467546703537516"
      + "986049910576551282076245490090389328944075868508455133942304583236903222948165"
      + "808559332123348274797826204144723168738177180919299881250404026184124858368"
    #expect(digits.count == 309)
    let event = RecordingSink.decode("2017-03-15 04:01:30 +0000==89,\(digits).000000").events.first
    #expect(event?.remaining == .infinity)
  }

  @Test(arguments: [
    ("enter endBackgroundTask:", "missing id"),
    ("enter endBackgroundTask:abc", "missing id"),
    ("enter endBackgroundTask:6c", "the id is not a number"),
    (
      "enter beginBackgroundTaskWithExpirationHandler:18446744073709551616",
      "the id is 2^64 or more"
    ),
    ("enter beginBackgroundTaskWithExp", "missing id"),
    ("enter beginBackgr", "the line is torn"),
    ("开启任务ID:", "missing id"),
    ("开启任务名称:NAME", "missing id"),
    ("hook taskID = x", "the id is not a number"),
  ])
  func refuses(line: String, reason: String) {
    let sink = RecordingSink.decode("x\n\(line)\n")
    #expect(sink.events.isEmpty)
    #expect(sink.refusals == ["2: \(reason)"])
  }

  @Test(arguments: [
    "we should call beginBackgroundTaskWithExpirationHandler:1 here", "reenter endBackgroundTask:6",
    "0   App   0x0000000102903a58 -[UIApplication(GCS) gcs_endBackgroundTask:] + 132",
    "a==1,2", "estimated background time remaining: undetermined", "bgTask expirationDate",
    "backgroundCleanDisk2:6", "", "   ", "(", ")", "[\"0   \"]",
  ])
  func ignores(line: String) {
    let sink = RecordingSink.decode(line)
    #expect(sink.events.isEmpty)
    #expect(sink.refusals.isEmpty)
  }

  @Test func unframesEveryLogger() {
    let hook = "enter endBackgroundTask:6"
    let who = "end id=6 process=My App pid=886 thread="
    #expect(
      lines("2019-11-28 18:12:28.001204+0200 My App[886:367181] \(hook)")
        == [who + "367181 t=1574957548.001204 zone=120 by=enterHook"])
    #expect(
      lines("2019-11-28 18:12:28.001204+0200 My App[886:367181] [Tasks] \(hook)")
        == [who + "367181 t=1574957548.001204 zone=120 by=enterHook"])
    #expect(
      lines("2019-11-28 18:12:28.001 My App[886:60b] \(hook)")
        == [who + "1547 t=1574964748.001 by=enterHook"])
    #expect(
      lines("2019-11-28 18:12:28:001 My App[886:60b] \(hook)")
        == [who + "1547 t=1574964748.001 by=enterHook"])
    #expect(
      lines("2019/11/28 18:12:28:001  \(hook)") == ["end id=6 t=1574964748.001 by=enterHook"])
    #expect(
      lines("Nov 28 18:12:28 Some-iPhone My App(Hook)[886] <Warning>: \(hook)")
        == ["end id=6 process=My App pid=886 device=Some-iPhone t=91822348.0 by=enterHook"])
    #expect(
      lines("Nov 28 18:12:28.000001 My App(Hook)[886] <Notice>: \(hook)")
        == ["end id=6 process=My App pid=886 t=91822348.000001 by=enterHook"])
  }

  @Test func toleratesCarriageReturnsNULsAndByteOrderMarks() {
    let text = "\u{FEFF}enter endBackgroundTask:6\r\n\0\0enter endBackgroundTask:7\0\r\n\0\n"
    #expect(lines(text) == ["end id=6 by=enterHook", "end id=7 by=enterHook"])
  }

  @Test func hashesLinesWithMillisecondsOnly() {
    let sink = RecordingSink.decode(
      """
      2019/11/28 18:12:28:001  enter endBackgroundTask:6
      2019/11/28 18:12:28:001  enter endBackgroundTask:6
      Nov 28 18:12:28 iPhone P[1] <Notice>: enter endBackgroundTask:6
      enter endBackgroundTask:6
      """)
    let hashes = sink.events.map { $0.lineHash }
    #expect(hashes[0] != 0)
    #expect(hashes[0] == hashes[1])
    #expect(hashes[2...] == [0, 0])
  }
}
