@testable import AuditCore

/// Streams that leave much open where they stop.
enum OpenStreams {
  /// A stream that leaves open whatever a stream can leave open.
  static let everything = #"""
    {"v":1,"event":"hello","session":"s","device":"d","process":"Chat","pid":7,"ack":true,"stream":"x"}
    {"event":"mark","seq":3}
    {"event":"begin","id":1,"seq":4,"t":1595421000.25,"stack":["0   Chat   0x0000000102903a58 main + 4"]}
    {"event":"end","seq":5}
    Dec 15 11:49:09.000000 launchd[1] <Notice>: [com.example.Chat [7]:] exited due to SIGKILL
    2019-02-18 21:40:02.118031+0800 Mail[4312:367181] enter beginBackgroundTaskWithExpirationHandler:1
    2019-02-18 21:40:02.118031+0800 Mail[4312:367181] (
    0   Mail    0x0000000102903a58 -[Uploader start] + 132
    Dec 15 11:49:10.500000 P(UIKitCore)[9] <Notice>: Will add backgroundTask with taskName: <private>, expirationHandler: <__NSMallocBlock__: 0x1057fe340>
    Dec 15 11:49:10.500100 P(UIKitCore)[9] <Notice>: Created background task <private>.
    Dec 15 11:49:10.520000 P(UIKitCore)[9] <Notice>: Will add backgroundTask with taskName: a, expirationHandler: (null)
    {
      "timestamp" : "2026-03-21 16:33:24.595233+0900",
      "procName" : "Chat",
      "threadID" : 2068394,
      "eventMessage" : "nothing",
    Dec 15 11:49:12.000000 P(UIKitCore)[9] <Notice>: Ending background task with UIBackgroundTaskIdentifier: 48
    Dec 15 11:49:12.100000 SpringBoard[1] <Notice>: BG[4417] has active assertions beyond permitted time:
    Exception Type:  EXC_CRASH (SIGKILL)
    Date/Time: 2020-01-02 03:04:05.678 +0100
    Thread 0 name:  Dispatch queue: com.apple.main-thread
    0   BG   0x0000000102903a58 main + 4
    {"eventMessage":"nothing","processID":5,"threadID":77,"timestamp":"2026-03-21 16:33:24.595233+0900"}
    BGT end id=
    """#
  /// Reports of other kinds than those above.
  static let reports = #"""
    {"v":1,"event":"hello","ack":true}
    {"v":1,"event":"hello","session":"s"}
    {"event":"bye"}
    {"v":9,"event":"hello"}
    2019-02-18 21:40:02.118031+0800 Mail[4312:367181] Will add backgroundTask with taskName: a, expirationHandler: (null)
    Dec 15 11:49:12.100000 SpringBoard[1] <Notice>: BG[4417] has active assertions beyond permitted time:
    <BKProcessAssertion: 0x1> identifier: upload process: BG[4417] permittedBackgroundDuration: 180.000000 reason: finishTask owner pid:4417
    <BKProcessAssertion: 0x2> identifier: upload process: BG[4417] permittedBackgroundDuration: 180.000000 reason: suspend owner pid:4417
    Process:         BT [4821]
    Exception Type:  EXC_CRASH (SIGKILL)
    {
      "bundleIdentifier" : "com.x",
      "appVersion" : "3.2",
      "osVersion" : "iPhone OS 17.3.1",
      "deviceType" : "iPhone14,5",
      "processImagePath" : "/a/Chat",
      "pid" : 77,
      "cumulativeBackgroundTaskAssertionTimeoutExitCount" : 3,
      "cumulativeMemoryPressureExitCount" : 4,
    BGT stack id=3 part=1/3 Chat+0x10 main
    half a line
    """#

  static let explained = #"""
    2019-02-18 21:40:02.118031+0800 Mail[4312:367181] Created background task <_UIBackgroundTaskInfo: 0x281a0e2c0>: taskID = 5, taskName = a, creationTime = 41207 (elapsed = 0).
    Exception Type:  EXC_CRASH (SIGKILL)
    <BKProcessAssertion: 0x1> identifier: upload process: BG[4417] permittedBackgroundDuration: 180.000000 reason: finishTask owner pid:4417
    <BKProcessAssertion: 0x2> identifier: upload process: BG[4417] permittedBackgroundDuration: 180.000000 reason: suspend owner pid:4417
    {"event":"bye"}

    """#

  static let tooLong: String = {
    let line = "BGT begin id=3 " + String(repeating: "x", count: Limits.lineBytesMax + 1)
    return line + "\n" + line
  }()
}
