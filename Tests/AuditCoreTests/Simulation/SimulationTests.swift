import AuditCore
import Foundation
import Testing

/// Runs of apps whose truth is known: every rule's precision and recall.
struct SimulationTests {
  /// SIMULATION_SEEDS=500 runs longer; SIMULATION_SHOW=kind:seed prints a run's log and findings.
  private static let seeds =
    ProcessInfo.processInfo.environment["SIMULATION_SEEDS"].flatMap { UInt64($0) } ?? 6
  private static let shown = ProcessInfo.processInfo.environment["SIMULATION_SHOW"]

  @Test(arguments: Scenario.Kind.allCases)
  func findingsAreTheTruth(kind: Scenario.Kind) {
    var comparison = Comparison()
    for seed in 0..<Self.seeds {
      let run = SimulationRun(kind, seed: seed)
      let report = Simulation.audit([Simulation.text(run.log)], seed: seed)
      show(run, report, "offline")
      comparison.compare(report, run)
    }
    judge(comparison)
  }

  @Test(arguments: Scenario.Kind.allCases)
  func findingsAreTheTruthAsTheyHappen(kind: Scenario.Kind) {
    var comparison = Comparison()
    for seed in 0..<Self.seeds {
      let run = SimulationRun(kind, seed: seed) { dress, _ in dress.isLive = true }
      let (report, changes) = Simulation.watch(run.log, seed: seed)
      show(run, report, "live")
      comparison.compare(report, run)
      comparison.compare(changes, run)
    }
    judge(comparison)
  }

  @Test(arguments: [LogDress.Style.json, .product, .chinese])
  func launchesOfSeveralAppsDoNotMix(style: LogDress.Style) {
    var comparison = Comparison()
    for seed in 0..<Self.seeds * 2 {
      var random = SeededRandom(seed: seed)
      let runs = (1...4).map { number in
        SimulationRun(random.pick(Scenario.Kind.allCases), seed: seed, number: number) { dress, _ in
          dress.style = style
        }
      }
      let records = runs.flatMap(\.log).enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }
      let report = Simulation.audit([Simulation.text(records.map(\.element))], seed: seed)
      for run in runs { comparison.compare(report, run) }
    }
    judge(comparison)
  }

  @Test(arguments: Scenario.Kind.allCases)
  func captureThatBeginsLate(kind: Scenario.Kind) {
    var comparison = Comparison()
    for seed in 0..<Self.seeds {
      let run = SimulationRun(kind, seed: seed, mayRelaunch: false) { dress, random in
        dress.missingHead = 1 + random.below(12)
        dress.isSwapped = false
      }
      let report = Simulation.audit([Simulation.text(run.log)], seed: seed)
      show(run, report, "late")
      comparison.compare(report, run)
    }
    judge(comparison)
  }

  /// Ends that a client lost leave tasks open that were not: nothing sure may be said of them.
  @Test(arguments: Scenario.Kind.allCases.filter(\.isClean))
  func lostEventsMakeNothingSure(kind: Scenario.Kind) {
    var comparison = Comparison()
    for seed in 0..<Self.seeds {
      let run = SimulationRun(kind, seed: seed) { dress, _ in dress.style = .json }
      var random = SeededRandom(seed: seed)
      // The line with the hello stays, and the last, after which no gap could be seen.
      let log = run.log
      var kept = log.filter { $0.lines.count > 1 || !random.chance(10) }
      if let last = log.last, kept.last?.text != last.text { kept.append(last) }
      let report = Simulation.audit([Simulation.text(kept)], seed: seed)
      show(run, report, "lost")
      comparison.compareLost(report, run, areLost: kept.count < log.count)
    }
    judge(comparison)
  }

  /// Guards against an oracle that asks for nothing.
  @Test func everyRuleOfTheModelIsAskedFor() {
    var asked: Set<Rule> = []
    for kind in Scenario.Kind.allCases {
      for seed in 0..<UInt64(8) {
        let run = SimulationRun(kind, seed: seed) { dress, _ in
          if kind != .stuckHandler { return }
          dress.style = .json
          dress.hasReturns = true
        }
        for launch in run.scenario.launches {
          let oracle = Oracle(
            launch, lastTime: run.log.last?.time ?? 0, dress: run.dress, isFollowed: false,
            isAlone: run.isAlone)
          asked.formUnion(oracle.must.map(\.rule))
        }
      }
    }
    // What the model of an app does not do, or only informs of.
    let others: Set<Rule> = [.longHeld, .lostEvents, .renewalChain, .unrelatedKill]
    let never = Set(Rule.allCases).subtracting(asked).subtracting(others)
    #expect(never.map(\.rawValue).sorted() == [])
  }

  private func judge(_ comparison: Comparison) {
    let complaints = comparison.complaints
    let isTrue = complaints.isEmpty
    #expect(
      isTrue,
      "\(comparison.summary)\n\(complaints.prefix(12).joined(separator: "\n"))")
  }

  private func show(_ run: SimulationRun, _ report: Report, _ test: String) {
    if Self.shown != "\(test):\(run.scenario.kind):\(run.seed)" { return }
    print(Simulation.text(run.log))
    for finding in report.findings {
      let numbers = "\(finding.task ?? 0) by \(finding.by ?? 0) \(finding.related)"
      print(
        finding.severity.name, finding.state, finding.rule.rawValue, numbers,
        finding.causes.map(\.rawValue), finding.stage?.rawValue ?? "-", finding.message)
    }
  }
}
