import AuditCore
import AuditStore
import Foundation
import Testing

/// `bgtaskctl db` on databases that are as they should be, and on others.
struct DatabaseToolTests {
  private let scratch = try! Scratch()
  private var directory: String { scratch.folder.path }

  /// A database of one leak, as a daemon writes it.
  private func fill() throws {
    let auditor = Auditor()
    auditor.trackChanges()
    let source = auditor.open(SourceInfo(name: "client 1"))
    let clocks = Arrival(
      wall: Instant(microseconds: 1_700_000_000_000_000), monotonic: Instant(microseconds: 5))
    auditor.setArrival(clocks)
    var decoder = StreamDecoder(source: source)
    let lines = """
      {"event":"hello","v":1,"app":"com.example.app","process":"Example","pid":7}
      {"event":"begin","id":1,"name":"upload","t":10}
      {"event":"begin","id":2,"name":"sync","t":11}
      {"event":"end","id":2,"t":12}
      {"event":"background","t":13}
      {"event":"expire","id":1,"t":40}
      {"event":"exit","reason":"killed","t":50}

      """
    let bytes = Array(lines.utf8)
    decoder.consume(bytes.span, into: auditor)
    _ = auditor.takeChanges()
    let store = try StateStore(
      directory: directory, options: StoreOptions(rowFormat: StateFormat.version))
    _ = try store.commit(
      auditor.capture(), epoch: 3, meta: StateMoment(bootID: "b", clocks: clocks).encoded)
    try store.close()
  }

  @Test func checkSaysWhatIsThere() throws {
    try fill()
    let result = try Tool.run(["db", "check", "--state", directory])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("state.db: sound"))
    #expect(result.text.contains("2023-11-14 22:13:20"))
    let json = try Tool.run(["db", "check", "--state", directory, "--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let database = try #require(object["database"] as? [String: Any])
    #expect(database["sound"] as? Bool == true)
    #expect(database["commit"] as? Int == 3)
    #expect((database["rows"] as? Int ?? 0) > 3)
  }

  @Test func exportIsTheReport() throws {
    try fill()
    let result = try Tool.run(
      ["db", "export", "--json"], environment: ["STATE_DIRECTORY": directory])
    #expect(result.status == 0, "\(result.errors)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(
      findings.contains { $0["rule"] as? String == "unpaired-task" && $0["task"] as? Int == 1 })
  }

  @Test func damageIsFoundAndNothingIsChanged() throws {
    try fill()
    let path = directory + "/state.db"
    var bytes = try Data(contentsOf: URL(filePath: path))
    // Somewhere in the rows: the name of the task.
    let place = try #require(bytes.range(of: Data("upload".utf8)))
    bytes[place.lowerBound] ^= 0xFF
    try bytes.write(to: URL(filePath: path))
    let check = try Tool.run(["db", "check", "--state", directory])
    #expect(check.status == 65)
    #expect(check.text.contains("state.db: damaged"))
    let export = try Tool.run(["db", "export", "--state", directory])
    #expect(export.status == 65)
    #expect(export.errors.hasPrefix("bgtaskctl: "))
    #expect(export.text.isEmpty)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test func whatIsNoDatabaseIsRefused() throws {
    #expect(try Tool.run(["db", "check", "--state", directory]).status == 66)
    try Data("not a database, whatever its name says, and longer than a header of SQLite is".utf8)
      .write(to: URL(filePath: directory + "/state.db"))
    let result = try Tool.run(["db", "check", "--state", directory])
    #expect(result.status == 65)
    #expect(result.errors.contains("not a database"))
    #expect(try Tool.run(["db", "mend", "--state", directory]).status == 2)
  }
}
