import Testing

@testable import AuditCore

@Suite struct UIKitLinesTests {
  @Test(arguments: [
    (
      "Created background task <_UIBackgroundTaskInfo: 0x281a0e2c0>: taskID = 5, taskName = a, creationTime = 1, b, creationTime = 41207 (elapsed = 0).",
      "begin id=5 name=a, creationTime = 1, b by=uikitCreated"
    ),
    ("Ending background task with UIBackgroundTaskIdentifier: 3", "end id=3 by=uikitEnding"),
    (
      "Ending task with identifier 3 and description: <_UIBackgroundTaskInfo: 0x1>: taskID = 3, taskName = X, creationTime = 1 (elapsed = 0), _expireHandler: <__NSMallocBlock__: 0x1089c1340>",
      "end id=3 name=X by=uikitEndingTask"
    ),
    (
      "Ending task with identifier 3 and description: <private>, _expireHandler: (null)",
      "end id=3 by=uikitEndingTask"
    ),
    (
      "Can't endBackgroundTask: no background task exists with identifier 6c, or it may have already been ended. Break in UIApplicationEndBackgroundTaskError() to debug.",
      "cantEnd(decimalReading: nil) id=108 by=uikitCantEnd"
    ),
    (
      "Can't endBackgroundTask: no background task exists with identifier 15, or it may",
      "cantEnd(decimalReading: Optional(15)) id=21 by=uikitCantEnd"
    ),
    (
      "Can’t end BackgroundTask: no background task exists with identifier 344 (0x158), or it may",
      "cantEnd(decimalReading: nil) id=344 by=uikitCantEnd"
    ),
    ("Firing background task expiration handlers", "expire by=uikitExpire"),
    (
      "Calling expiration handler for task: <_UIBackgroundTaskInfo: 0x282d7ab40>: taskID = 36, taskName = Called by MyApp, from MyMethod, creationTime = 892832 (elapsed = 26)",
      "expire id=36 name=Called by MyApp, from MyMethod by=uikitExpire"
    ),
    ("Calling expiration handler for task: <private>", "expire by=uikitExpire"),
    (
      "Calling expiration handler for non-acquired background assertion: task ID = 7",
      "expire id=7 by=uikitExpire"
    ),
    (
      "Background task still not ended after expiration handlers were called: <_UIBackgroundTaskInfo: 0x280883b00>: taskID = 262, taskName = (null), creationTime = 943356 (elapsed = 44). This app",
      "warning(age: nil, stillNotEnded: true) id=262 by=uikitStillOpen"
    ),
    (
      "Background Task 83 (\"GDTCCTUploader-upload\"), was created over 30 seconds ago. In applications",
      "warning(age: Optional(30.0), stillNotEnded: false) id=83 name=GDTCCTUploader-upload by=uikitWarning"
    ),
    (
      "[BackgroundTask] Background Task 4,617 (\"a (b)\"), was created over 30 seconds ago.",
      "warning(age: Optional(30.0), stillNotEnded: false) id=4617 name=a (b) by=uikitWarning"
    ),
    (
      "Background Task 13\u{A0}119 (<private>), was created over 30 seconds ago.",
      "warning(age: Optional(30.0), stillNotEnded: false) id=13119 by=uikitWarning"
    ),
  ])
  func reads(line: String, event: String) {
    #expect(RecordingSink.decode(line).lines() == [event])
  }

  @Test(arguments: [
    "Creating new assertion because there is no existing background assertion.",
    "Created new background assertion <BKSProcessAssertion: 0x2803c1180>",
    "Incrementing reference count for background assertion <private>",
    "Decrementing reference count for assertion <private> (used by background task with identifier 1: <private>)",
    "Will invalidate assertion: <BKSProcessAssertion: 0x108834190> for task identifier: 4",
    "No background tasks to fire expiration handlers for.",
    "Background task still not ended after expiration handlers were called: <private>. This app",
    "Background Task Manager was created over there", "Background Task 3 is running",
    "BGTask com.x.refresh: setTaskCompleted(success: true)",
    "Acquiring assertion targeting [app<com.x(U)>:33] with description <RBSAssertionDescriptor| \"Shared Background Assertion 0 for com.x\" ID:33-1259-1991253>",
    "[App:12636] Setting up BG permission check timer for 30s",
  ])
  func skips(line: String) {
    let sink = RecordingSink.decode(line)
    #expect(sink.events.isEmpty)
    #expect(sink.refusals.isEmpty)
  }

  @Test(arguments: [
    ("Ending background task with UIBackgroundTaskIdentifier: ", "missing id"),
    ("Ending background task with UIBackgroundTaskId", "missing id"),
    (
      "Can't end BackgroundTask: no background task exists with identifier zz",
      "the id is not a number"
    ),
    ("Created background task <_UIBackgroundTaskInfo: 0x28", "missing id"),
  ])
  func refusesTornLines(line: String, reason: String) {
    #expect(RecordingSink.decode(line).refusals == ["1: \(reason)"])
  }

  @Test func takesNameAndHandlerFromTheAnnouncement() {
    let sink = RecordingSink.decode(
      """
      Will add backgroundTask with taskName: a, expirationHandler: <__NSGlobalBlock__: 0x1057fe340>
      Created background task <private>.
      Will add backgroundTask with taskName: b, expirationHandler: (null)
      Created background task <_UIBackgroundTaskInfo: 0x1>: taskID = 2, taskName = b, creationTime = 1 (elapsed = 0).
      """)
    let begins = sink.events.filter { $0.id != nil }
    #expect(begins.map { sink.texts[$0.name] } == ["a", "b"])
    #expect(begins.map { $0.hasHandler } == [true, false])
  }

  @Test func readsTheWrappersOfLibraries() {
    let sink = RecordingSink.decode(
      """
      [MXBackgroundTask] Start background task #3892 - [X] y
      [MXBackgroundTask] Background task [X] y started with app state: active
      [MXBackgroundTask] Stop background task #3892 - [X] y after 17.246ms
      [MXBackgroundTask] Background task expired #3893 - [X] z after 26500ms
      ✅-[BackgroundTaskManager createBackgroundTask] 195
      ✅-[BackgroundTaskManager stopBackgroundTask:]_block_invoke 114 OF (
          0,
          114
      )
      ⚠️__45-[BackgroundTaskManager createBackgroundTask]_block_invoke FORCE KILL BACKGROUND TASK: 1, remaining time: 4.024932
      BG time remaining: 28 | Total tasks: 2
      """)
    #expect(
      sink.lines() == [
        "begin id=3892 name=[X] y by=sdkWrapper", "end id=3892 name=[X] y by=sdkWrapper",
        "expire id=3893 name=[X] z by=sdkWrapper", "begin id=195 by=sdkWrapper",
        "end id=114 by=sdkWrapper", "expire id=1 remaining=4.024932 by=sdkWrapper",
        "end id=1 by=sdkWrapper",
        "sample(battery: nil, heartbeat: false) remaining=28.0 by=sdkWrapper",
      ])
  }

  @Test func givesEachEventOfOneLineAHashOfItsOwn() {
    let line = "2020-01-01 00:00:00.000 FORCE KILL BACKGROUND TASK: 1, remaining time: 4.0\n"
    let hashes = RecordingSink.decode(line + line).events.map { $0.lineHash }
    #expect(hashes.count == 4)
    #expect(hashes[0] != hashes[1])
    #expect(hashes[0] == hashes[2])
    #expect(hashes[1] == hashes[3])
  }
}
