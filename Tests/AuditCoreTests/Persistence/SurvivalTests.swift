import AuditCore
import Foundation
import Testing

/// An auditor that dies again and again and is put back from what was stored says the same as one that
/// lives on.
struct SurvivalTests {
  @Test(arguments: Scenario.Kind.allCases)
  func simulatedAppsSurviveCrashes(kind: Scenario.Kind) throws {
    for seed in 0..<4 as Range<UInt64> {
      let run = SimulationRun(kind, seed: seed) { dress, _ in dress.isLive = true }
      let log = Array(Simulation.text(run.log).utf8)
      try compare(.live(log, seed: seed), seed: seed, "\(kind) \(seed) live")
      try compare(.offline(log), seed: seed, "\(kind) \(seed) offline")
    }
  }

  @Test func everyCaseSurvivesCrashes() throws {
    for (number, folder) in try Self.caseFolders().enumerated() {
      let log = try Data(contentsOf: folder.appendingPathComponent("input.log"))
      let name = folder.lastPathComponent
      // Crashes at every step of the long ones would take minutes.
      let script = AuditScript.offline([UInt8](log))
      try compare(script, seed: UInt64(number), "\(name) offline")
      if script.steps.count < 2000 {
        try compare(.live([UInt8](log), seed: UInt64(number)), seed: UInt64(number), "\(name) live")
      }
    }
  }

  @Test func manyAppsOnManyConnectionsSurviveCrashes() throws {
    for seed in 0..<8 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let logs = (1...6).map { number in
        let run = SimulationRun(random.pick(Scenario.Kind.allCases), seed: seed, number: number) {
          dress, random in
          dress.isLive = true
          dress.style = random.pick([.json, .product, .chinese])
        }
        return Array(Simulation.text(run.log).utf8)
      }
      try compare(.mixed(logs, seed: seed), seed: seed, "mixed \(seed)")
    }
  }

  private static func caseFolders() throws -> [URL] {
    let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Cases")
    let folders = try FileManager.default.contentsOfDirectory(
      at: cases, includingPropertiesForKeys: nil)
    return folders.filter {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("input.log").path)
    }.sorted { $0.path < $1.path }
  }

  private func compare(_ script: AuditScript, seed: UInt64, _ name: String) throws {
    let expected = Self.live(script)
    let found = try Self.mortal(script, seed: seed)
    let isSame = expected == found
    #expect(isSame, "\(name): \(Self.difference(expected, found))")
  }

  /// What is told on the way, and at the end.
  private static func live(_ script: AuditScript) -> [String] {
    let auditor = Auditor()
    script.open(script.sources, of: auditor)
    var told: [String] = []
    for step in script.steps {
      script.tell(step, to: auditor)
      told += changes(of: auditor)
    }
    return told + conclusion(auditor)
  }

  /// The same by an auditor that dies at random steps and is put back as it was stored last.
  private static func mortal(_ script: AuditScript, seed: UInt64) throws -> [String] {
    var random = SeededRandom(seed: seed &+ 99)
    var rows = StoredRows()
    var auditor = Auditor()
    auditor.trackChanges()
    script.open(script.sources, of: auditor)
    var told: [String] = []
    var stored = (step: 0, told: 0, now: Instant(microseconds: 0))
    rows.commit(auditor.capture())
    var step = 0
    var deaths = 0
    while step < script.steps.count {
      script.tell(script.steps[step], to: auditor)
      told += changes(of: auditor)
      step += 1
      if random.chance(20) {
        rows.commit(auditor.capture(isWhole: random.chance(10)))
        stored = (step, told.count, auditor.now ?? stored.now)
      } else if random.chance(4), deaths < 60 {
        deaths += 1
        auditor = try rows.restored(now: stored.now)
        if random.chance(50) { rows.commit(auditor.capture()) }
        told.removeSubrange(stored.told...)
        step = stored.step
        // The daemon tells with every read when it arrived.
        if let arrival = script.latestArrival(before: step) { auditor.setArrival(arrival) }
      }
    }
    return told + conclusion(auditor)
  }

  private static func changes(of auditor: Auditor) -> [String] {
    auditor.takeChanges().map { change in
      String(decoding: JSONLists.change(change), as: UTF8.self)
        + "\(change.isAlert) \(change.group.map { "\($0)" } ?? "not counted")"
    } + auditor.takeResolutions().map { "\($0.fingerprint) \($0.release) \($0.last)" }
  }

  private static func conclusion(_ auditor: Auditor) -> [String] {
    [
      String(decoding: JSONReport.render(auditor.report(includeCleared: true)), as: UTF8.self),
      String(decoding: JSONLists.outstanding(auditor.outstandingTasks()), as: UTF8.self),
      String(decoding: JSONGroups.render(auditor.groupSurvey(), by: .fingerprint), as: UTF8.self),
      "\(auditor.sessionCount) \(auditor.outstandingCount) \(auditor.leakingCount)",
    ]
  }

  private static func difference(_ expected: [String], _ found: [String]) -> String {
    for (wanted, got) in zip(expected, found) where wanted != got {
      let start = zip(wanted, got).prefix { $0 == $1 }.count
      return
        "wanted …\(wanted.dropFirst(max(0, start - 200)).prefix(400))\ngot …\(got.dropFirst(max(0, start - 200)).prefix(400))"
    }
    return "\(expected.count) texts against \(found.count)"
  }
}
