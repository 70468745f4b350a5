import Testing

@testable import AuditCore

/// Numbers for Prometheus.
@Suite struct MetricsTests {
  private func lines(_ metrics: Metrics) -> [String] {
    String(decoding: metrics.render(), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func everySampleHasItsMetric() {
    var status = SampleFindings.status
    status.version = "1 \"\\\n"
    var counts = AuditCounts()
    counts.leaking = 3
    counts.oldestAge = 1_500_000
    counts.findings[.unpairedTask, .err] = 2
    counts.findings[.lostEvents, .notice] = 1
    counts.groups[.unpairedTask, .err] = 1
    counts.silences = SilenceCounts(all: 3, expired: 1)
    var metrics = Metrics(status: status, counts: counts)
    metrics.resolved = 4
    metrics.spoolFill = 0.25
    metrics.lostEvents = .max
    let lines = lines(metrics)
    #expect(lines.contains(#"bgtaskd_info{version="1 \"\\\n"} 1"#))
    #expect(lines.contains("bgtaskd_tasks_leaking 3"))
    #expect(lines.contains("bgtaskd_task_oldest_seconds 1.5"))
    #expect(lines.contains(#"bgtaskd_findings{rule="unpaired-task",severity="err"} 2"#))
    #expect(lines.filter { $0.hasPrefix("bgtaskd_findings{") }.count == 2)
    #expect(lines.contains(#"bgtaskd_groups{rule="unpaired-task",severity="err"} 1"#))
    #expect(lines.contains("bgtaskd_groups_resolved_total 4"))
    #expect(lines.contains("bgtaskd_silences 2"))
    #expect(lines.contains("bgtaskd_silences_expired 1"))
    #expect(lines.contains("bgtaskd_events_lost_total 9223372036854775807"))
    #expect(lines.contains("bgtaskd_spool_fill_ratio 0.25"))
    for line in lines where !line.hasPrefix("#") {
      let name = line.prefix { $0 != " " && $0 != "{" }
      let family = ["_bucket", "_sum", "_count"].reduce(String(name)) {
        $0.hasPrefix("bgtaskd_commit_seconds") && $0.hasSuffix($1)
          ? String($0.dropLast($1.count)) : $0
      }
      #expect(lines.contains { $0.hasPrefix("# TYPE \(family) ") }, "\(line)")
    }
  }

  @Test func histogramsAddUp() {
    var commits = DurationCounts()
    for duration: Microseconds in [500, 1000, 1001, 40_000, 9_000_000] { commits.note(duration) }
    var metrics = Metrics(status: SampleFindings.status, counts: AuditCounts())
    metrics.commits = commits
    let lines = lines(metrics).filter { $0.hasPrefix("bgtaskd_commit_seconds_") }
    #expect(
      lines == [
        #"bgtaskd_commit_seconds_bucket{le="0.001"} 2"#,
        #"bgtaskd_commit_seconds_bucket{le="0.003"} 3"#,
        #"bgtaskd_commit_seconds_bucket{le="0.01"} 3"#,
        #"bgtaskd_commit_seconds_bucket{le="0.03"} 3"#,
        #"bgtaskd_commit_seconds_bucket{le="0.1"} 4"#,
        #"bgtaskd_commit_seconds_bucket{le="0.3"} 4"#, #"bgtaskd_commit_seconds_bucket{le="1"} 4"#,
        #"bgtaskd_commit_seconds_bucket{le="5"} 4"#, #"bgtaskd_commit_seconds_bucket{le="+Inf"} 5"#,
        "bgtaskd_commit_seconds_sum 9.042501", "bgtaskd_commit_seconds_count 5",
      ])
  }
}
