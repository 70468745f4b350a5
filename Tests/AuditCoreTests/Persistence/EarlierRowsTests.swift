import Foundation
import Testing

@testable import AuditCore

/// Rows that an earlier version stored are read, and go on as if this one had.
///
/// `Formats/3.rows` is what the version before groups were alerted stored: three launches of 3.1 that leaked
/// "upload", a clean one of 3.2, and an open session of another app. There two tasks are open, and an id of
/// those that EMClient holds is overwritten. A row is a line: owner, kind, key, value.
@Suite struct EarlierRowsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Formats")
  /// When the rows were stored, on the monotonic clock of their boot.
  private static let stored = Instant(microseconds: 46_554_521_693)

  private static func rows(format: Int) throws -> [StateKey: [UInt8]] {
    let text = try String(contentsOf: folder.appending(path: "\(format).rows"), encoding: .utf8)
    var rows: [StateKey: [UInt8]] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let numbers = words.prefix(3).compactMap { Int64($0) }
      let digits = Array(words[3])
      rows[StateKey(owner: numbers[0], kind: numbers[1], key: numbers[2])] = stride(
        from: 0, to: digits.count, by: 2
      ).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
    return rows
  }

  private func restored() throws -> Auditor {
    let auditor = try StoredRows(rows: try Self.rows(format: 3)).restored(
      now: Self.stored, format: 3)
    auditor.setArrival(
      Arrival(wall: Instant(microseconds: 1_595_430_100_000_000), monotonic: Self.stored))
    return auditor
  }

  /// Tells of a launch of com.example.chat that leaks "upload"; whether the journal is to be given that.
  private func leak(_ number: Int, _ auditor: Auditor) -> [(isAlert: Bool, count: Int?)] {
    let session = #""session":"n\#(number)""#
    let time = 1_595_440_000 + number * 1000
    let log = """
      {"v":1,"event":"hello","app":"com.example.chat","appVersion":"3.1","os":"iOS 13.5.1",\(session)}
      {"event":"state","state":"background","t":\(time),\(session)}
      {"event":"begin","id":1,"t":\(time),"name":"upload","handler":true,\(session)}
      {"event":"exit","reason":"clean","t":\(time + 90),\(session)}

      """
    var decoder = StreamDecoder(source: auditor.open(SourceInfo(name: "client \(number)")))
    decoder.consume(log.utf8.span, into: auditor)
    return auditor.takeChanges().filter { $0.finding.rule == .unpairedTask }
      .map { ($0.isAlert, $0.group?.count) }
  }

  @Test func tasksAndGroupsAreThere() throws {
    let auditor = try restored()
    let tasks = auditor.outstandingTasks()
    #expect(tasks.map(\.task) == [1, 7])
    #expect(tasks.map(\.name) == [nil, "sync"])
    #expect(tasks.map(\.blame.holder) == ["EMClient", "sync"])
    #expect(tasks.map(\.stack.count) == [2, 0])
    let groups = auditor.groupSurvey().rows
    #expect(groups.map(\.group.rule).prefix(2) == [.unpairedTask, .overwrittenID])
    #expect(groups.first?.group.count == 3)
    #expect(groups.first?.releases.map(\.release?.version) == ["3.1"])
  }

  /// All three were told then: the next word is when there are twice as many.
  @Test func whatWasToldIsNotToldAgain() throws {
    let auditor = try restored()
    let told = (1...4).flatMap { leak($0, auditor) }
    #expect(told.map(\.count) == [4, 5, 6, 7])
    #expect(told.map(\.isAlert) == [false, false, true, false])
  }

  /// A suspicion that was told is taken back.
  @Test func whatWasToldIsFollowedUp() throws {
    let auditor = try restored()
    var decoder = StreamDecoder(source: auditor.open(SourceInfo(name: "client 2", uid: 0)))
    let log = """
      {"v":1,"event":"hello","app":"com.example.open","process":"Chat","pid":9,"device":"iPhone8,1","session":"open"}
      {"event":"end","id":1,"t":1595430020,"seq":6}

      """
    decoder.consume(log.utf8.span, into: auditor)
    let changes = auditor.takeChanges().filter { $0.finding.rule == .overwrittenID }
    #expect(changes.map(\.finding.state) == [.cleared])
    #expect(changes.map(\.isAlert) == [true])
  }

  @Test func storedAnewTheyAreOfThisVersion() throws {
    let auditor = try restored()
    var rows = StoredRows()
    rows.commit(auditor.capture())
    let again = try rows.restored(now: Self.stored)
    #expect(again.outstandingTasks().map(\.task) == [1, 7])
    let (first, second) = (auditor.groupSurvey(), again.groupSurvey())
    #expect(
      JSONGroups.render(first, by: .fingerprint) == JSONGroups.render(second, by: .fingerprint))
    again.setArrival(
      Arrival(wall: Instant(microseconds: 1_595_430_100_000_000), monotonic: Self.stored))
    #expect((1...3).flatMap { leak($0, again) }.map(\.isAlert) == [false, false, true])
  }
}
