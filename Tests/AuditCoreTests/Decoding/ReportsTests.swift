import Testing

@testable import AuditCore

@Suite struct ReportsTests {
  private func decode(_ text: String) -> [String] { RecordingSink.decode(text).lines() }

  private let entry =
    "begin id=11 name=Finish \"Network\" Tasks process=Tandem pid=640 thread=2068394 t=1774078404.595233 zone=540 by=uikitCreated"

  @Test func readsTheLogToolsLines() {
    let line =
      #"{"timezoneName":"","backtrace":{"frames":[{"imageOffset":1,"imageUUID":"A"}]},"processImagePath":"\/private\/var\/Tandem.app\/Tandem","threadID":2068394,"timestamp":"2026-03-21 16:33:24.595233+0900","eventMessage":"Created background task <_UIBackgroundTaskInfo: 0x2812aa0c0>: taskID = 11, taskName = Finish \"Network\" Tasks, creationTime = 8800 (elapsed = 0).","processID":640}"#
    #expect(decode(line + "\n{\"count\":1,\"finished\":1}") == [entry])
    let torn = RecordingSink.decode(String(line.dropLast(10)))
    #expect(torn.events.isEmpty)
    #expect(torn.refusals.count == 1)
  }

  @Test func readsTheLogToolsObjects() {
    let text = #"""
      [{
        "traceID" : 4617319456772,
        "eventMessage" : "Created background task <_UIBackgroundTaskInfo: 0x2812aa0c0>: taskID = 11, taskName = Finish \"Network\" Tasks, creationTime = 8800 (elapsed = 0).",
        "source" : null,
        "threadID" : 2068394,
        "backtrace" : {
          "frames" : [
            {
              "imageOffset" : 17224
            }
          ]
        },
      enter endBackgroundTask:9
        "processImagePath" : "\/private\/var\/Tandem.app\/Tandem",
        "timestamp" : "2026-03-21 16:33:24.595233+0900",
        "processID" : 640
      },{
        "eventMessage" : "nothing",
        "processID" : 641
      }]
      """#
    #expect(decode(text) == ["end id=9 by=enterHook", entry])
  }

  @Test func countsMetricKitsKills() {
    let payload =
      #"{"appVersion":"5.2.1","timeStampEnd":"2024-03-01 23:59:00 +0000","metaData":{"osVersion":"iPhone OS 17.3.1","deviceType":"iPhone14,5","bundleIdentifier":"com.x"},"applicationExitMetrics":{"backgroundExitData":{"cumulativeNormalAppExitCount":11,"cumulativeMemoryPressureExitCount":4,"cumulativeBackgroundTaskAssertionTimeoutExitCount":COUNT}}}"#
    let who = "device=iPhone14,5 t=1709337540.0 zone=0 by=metricKit"
    #expect(
      decode(payload.replacing("COUNT", with: "3")) == [
        "hello com.x 5.2.1 iPhone OS 17.3.1 \(who)",
        "exit killed 'MetricKit counts 3 exits because background tasks ran out of time' backgroundTask \(who)",
      ])
    #expect(
      decode(payload.replacing("COUNT", with: "0")).last
        == "exit killed 'MetricKit counts 4 kills for other reasons than background tasks' unrelated \(who)"
    )
    #expect(decode(payload.replacing("COUNT", with: "0").replacing(":4,", with: ":0,")) == [])
  }

  @Test func readsCrashReportsInJSON() {
    let header =
      #"{"app_name":"Shop","timestamp":"2022-02-18 15:26:59.00 +0900","app_version":"5","bundleID":"com.x","bug_type":"309"}"#
    let body = #"""
      {
        "uptime" : 40000,
        "procName" : "Shop",
        "pid" : 2771,
        "captureTime" : "2022-02-18 15:26:58.5000 +0900",
        "exception" : {"codes":"0x0, 0x0","type":"EXC_CRASH","signal":"SIGKILL"},
        "termination" : {"flags":6,"code":2343432205,"namespace":"FRONTBOARD","reasons":["<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app"]},
        "faultingThread" : 0
      }
      """#
    let events = decode(header + "\n" + body)
    #expect(events.count == 1)
    #expect(events.first?.hasPrefix("exit killed '") == true)
    #expect(
      events.first?.hasSuffix(
        " unrelated process=Shop pid=2771 t=1645165618.5 zone=540 by=crashReport") == true)
    let task = decode(
      header + "\n"
        + body.replacing("FRONTBOARD", with: "RUNNINGBOARD").replacing(
          "scene-update watchdog transgression", with: "finish task assertion"))
    #expect(task.first?.contains(" backgroundTask ") == true)
  }

  @Test func isBoundedAndPatientWithOthersObjects() {
    #expect(decode("{\n\"a\" : [\n{\n}\n") == [])
    #expect(decode("{\nenter endBackgroundTask:1\n") == ["end id=1 by=enterHook"])
    #expect(decode(#"{"log":"enter endBackgroundTask:1"}"#) == [])
  }
}
