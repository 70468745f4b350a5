import AuditCore
import LinuxIO

/// Sends logs through decoder and auditor as the programs do.
enum Simulation {
  /// Audits logs, each a source of its own; bytes come cut at places that `seed` picks.
  static func audit(_ logs: [String], seed: UInt64) -> Report {
    var random = SeededRandom(seed: seed)
    let auditor = Auditor(demangle: SwiftDemangler.demangle)
    for (number, log) in logs.enumerated() {
      let source = auditor.open(SourceInfo(name: "log \(number)"))
      var decoder = StreamDecoder(source: source)
      let bytes = Array(log.utf8)
      var position = 0
      while position < bytes.count {
        let end = min(bytes.count, position + 1 + random.below(4096))
        decoder.consume(bytes.span.extracting(position..<end), into: auditor)
        position = end
      }
      decoder.finish(into: auditor)
      auditor.close(source, over: true)
    }
    return auditor.report()
  }

  /// Sends lines as they are printed, each some milliseconds late, with the clock running on between
  /// them; then the log is over. Also gives what was told on the way.
  static func watch(_ records: [PrintedRecord], seed: UInt64) -> (Report, [FindingChange]) {
    var random = SeededRandom(seed: seed)
    let auditor = Auditor(demangle: SwiftDemangler.demangle)
    let source = auditor.open(SourceInfo(name: "client 1"))
    var decoder = StreamDecoder(source: source)
    var changes: [FindingChange] = []
    let start = records.first?.time ?? 0
    var latest: Int64 = 0
    for record in records {
      latest = max(latest, record.time + 2000 + Int64(random.below(30_000)))
      let monotonic = Instant(microseconds: latest - start)
      while let wake = auditor.nextWake, wake <= monotonic {
        auditor.advance(to: wake)
        changes += auditor.takeChanges()
      }
      auditor.setArrival(Arrival(wall: Instant(microseconds: latest), monotonic: monotonic))
      decoder.consume(Array((record.text + "\n").utf8).span, into: auditor)
      changes += auditor.takeChanges()
    }
    decoder.finish(into: auditor)
    auditor.close(source, over: true)
    return (auditor.report(), changes + auditor.takeChanges())
  }

  /// The bytes of a log.
  static func text(_ records: [PrintedRecord]) -> String {
    records.map { $0.lines.joined(separator: "\n") + "\n" }.joined()
  }
}
