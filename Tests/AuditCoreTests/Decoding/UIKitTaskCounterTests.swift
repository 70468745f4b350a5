import Testing

@testable import AuditCore

@Suite struct UIKitTaskCounterTests {
  /// Events of a device's log with hidden names; each text is a message of the process with that pid.
  private func decode(_ messages: [(pid: Int, text: String)]) -> [String] {
    let lines = messages.enumerated().map { index, message in
      "Dec 15 11:48:\(10 + index).000000 P(UIKitCore)[\(message.pid)] <Notice>: \(message.text)"
    }
    let sink = RecordingSink.decode(lines.joined(separator: "\n"))
    return sink.events.map { event in
      let words = sink.describe(event).split(separator: " ")
      let pid = event.origin.pid ?? 0
      return words.prefix(event.id == nil ? 4 : 2).joined(separator: " ")
        + " \(pid)\(event.uncertainID ? "?" : "")"
    }
  }

  private func add(_ handler: String) -> String {
    "Will add backgroundTask with taskName: <private>, expirationHandler: \(handler)"
  }
  private let created = "Created background task <private>."
  private func block(_ address: Int) -> String { "<__NSMallocBlock__: 0x10\(address)>" }
  private func ending(_ id: Int) -> String {
    "Ending background task with UIBackgroundTaskIdentifier: \(id)"
  }
  private func ended(_ id: Int, _ handler: String) -> String {
    "Ending task with identifier \(id) and description: <private>, _expireHandler: \(handler)"
  }

  @Test func countsFromALaunchInView() {
    let events = decode([
      (1, add("(null)")), (1, created), (1, add(block(1))), (1, created), (1, ending(1)),
      (1, ended(1, "(null)")), (1, ending(2)), (1, ended(2, block(1))),
    ])
    #expect(
      events == [
        "begin id=1 1", "begin id=2 1", "end id=1 1", "end id=1 1", "end id=2 1", "end id=2 1",
      ])
  }

  @Test func guessesWithoutALaunch() {
    let events = decode([(1, add(block(1))), (1, created), (1, ending(41)), (1, "other")])
    #expect(events == ["begin id=1 1?", "end id=41 1?"])
  }

  @Test func correctsTheCountByTheHandler() {
    let events = decode([
      (1, add(block(1))), (1, created), (1, add(block(2))), (1, created), (1, ending(41)),
      (1, ended(41, block(2))), (1, add(block(3))), (1, created),
    ])
    #expect(
      events == [
        "begin id=1 1?", "begin id=2 1?", "renumber(above: 0, by: 39) 1", "end id=41 1",
        "end id=41 1", "begin id=42 1",
      ])
  }

  @Test func confirmsACountThatWasRight() {
    let events = decode([
      (1, add(block(1))), (1, created), (1, ending(1)), (1, ended(1, block(1))),
    ])
    #expect(
      events == [
        "begin id=1 1?", "renumber(above: 0, by: 0) 1", "end id=1 1", "end id=1 1",
      ])
  }

  @Test func keepsProcessesApartAndSeesRelaunches() {
    let events = decode([
      (1, add(block(1))), (1, created), (2, add(block(1))), (2, created),
    ])
    #expect(events == ["begin id=1 1?", "begin id=1 2"])
  }

  @Test func needsNoCorrectionWherePrintedIDsJump() {
    let info = { (id: Int) in
      "Created background task <_UIBackgroundTaskInfo: 0x1>: taskID = \(id), taskName = a, creationTime = 1 (elapsed = 0)."
    }
    #expect(decode([(1, info(206)), (1, info(208))]) == ["begin id=206 1", "begin id=208 1"])
  }
}
