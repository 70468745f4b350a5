import Foundation
import Testing

/// `bgtaskctl budgets` as a script sees it, on logs whose budgets are known.
@Suite struct BudgetsToolTests {
  private struct Measured: Equatable {
    var count: Int?
    var least: Double?
    var fromBegin: Int?
  }

  private func first(_ name: String) throws -> [String: Any] {
    let log = Tool.cases.appending(path: "\(name)/input.log").path
    let result = try Tool.run(["budgets", "--json", log])
    #expect(result.status == 0)
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let rows = try #require(object?["budgets"] as? [[String: Any]])
    return try #require(rows.count == 1 ? rows[0] : nil)
  }

  private func measured(_ row: [String: Any], _ kind: String) -> Measured {
    let times = row[kind] as? [String: Any]
    return Measured(
      count: times?["count"] as? Int, least: times?["min"] as? Double,
      fromBegin: times?["fromBegin"] as? Int)
  }

  @Test(
    arguments: [
      ("07-nil-handler-ios6-600s", "kill", 1, 600, 1),
      ("14-ended-only-by-expiry", "expiry", 2, 175.99, 2),
      ("23-shared-budget-second-task-short-life", "expiry", 1, 25.9, 0),
      ("23-shared-budget-second-task-short-life", "timeLeft", 1, 29.91, 0),
      ("87-budget-ios12-150s-clean", "timeLeft", 1, 179.9, 0),
      ("own-expired-but-saved-by-the-foreground", "expiry", 1, 25, 0),
    ])
  func `times of cases`(
    name: String, kind: String, count: Int, least: Double, fromBegin: Int
  ) throws {
    let row = try first(name)
    #expect(
      measured(row, kind) == Measured(count: count, least: least, fromBegin: fromBegin))
  }

  @Test(
    arguments: [
      ("own-budget-of-ios6", 600, 499.9), ("own-budget-of-ios12", 180, 299.9),
      ("own-budget-of-ios15", 30, 59.9), ("87-budget-ios12-150s-clean", 180, 149.9),
    ])
  func `what is assumed, and what a task had at least`(
    name: String, assumed: Double, atLeast: Double
  ) throws {
    let row = try first(name)
    #expect((row["assumed"] as? [String: Any])?["max"] as? Double == assumed)
    #expect(row["atLeast"] as? Double == atLeast)
  }

  @Test func `a log without the facts says so`() throws {
    let log = Tool.cases.appending(path: "own-budget-of-ios15/input.log").path
    let result = try Tool.run(["budgets", log])
    let text = result.text.replacing(/\n +/, with: " ")
    #expect(text.contains("no line tells of time left, an expiry or a kill for tasks"))
    #expect(text.contains("Battery: no two samples"))
  }

  @Test func `what cannot be read is said`() throws {
    let scratch = try Scratch()
    try scratch.write("Dear diary\n", to: "diary.txt")
    #expect(try Tool.run(["budgets", "none.log"], in: scratch.folder).status == 66)
    #expect(try Tool.run(["budgets", "diary.txt"], in: scratch.folder).status == 65)
    #expect(try Tool.run(["budgets"], in: scratch.folder).status == 2)
    #expect(try Tool.run(["budgets", "-", "-"], in: scratch.folder).status == 2)
    try scratch.write("[Nonsense]\n", to: "bad.conf")
    let bad = ["budgets", "--config", "bad.conf", "diary.txt"]
    #expect(try Tool.run(bad, in: scratch.folder).status == 78)
  }
}
