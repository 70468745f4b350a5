/// What the daemon measures of itself and of what it audits, for Prometheus. Labels are names of rules and
/// severities alone: nothing that a client says becomes one.
package struct Metrics: Sendable {
  package var status: DaemonStatus
  package var counts: AuditCounts
  /// Alerts given to the journal since the daemon started.
  package var alerts = FindingCounts()
  /// Groups that the journal was told are over, since then.
  package var resolved = 0
  /// Events that clients say were lost or whose numbers are missing, since the daemon started.
  package var lostEvents: UInt64 = 0
  /// Of the daemon's allocations, in bytes.
  package var memoryBytes = 0
  package var commits = DurationCounts()
  /// Commits that failed.
  package var commitFailures = 0
  /// State is kept on disk, and the last commit succeeded in time.
  package var isStateKept = true
  package var stateBytes: Int64 = 0
  /// Of the memory for inputs that are not on disk yet, from 0 to 1; nil where there is none.
  package var spoolFill: Double?
  package var webClients = 0

  package init(status: DaemonStatus, counts: AuditCounts) {
    self.status = status
    self.counts = counts
  }

  /// In the text format of Prometheus, version 0.0.4.
  package func render() -> [UInt8] {
    var text = MetricsWriter()
    text.family("bgtaskd_info", .gauge, "The version that runs; always 1.")
    text.sample(1, labels: [("version", status.version)])
    text.single(
      "bgtaskd_uptime_seconds", .gauge, "Time since the daemon started.",
      seconds: status.uptime)
    read(&text)
    audited(&text)
    kept(&text)
    return text.bytes
  }

  private func read(_ text: inout MetricsWriter) {
    text.single("bgtaskd_clients", .gauge, "Clients connected to post logs.", status.clients)
    text.single("bgtaskd_web_clients", .gauge, "Connections of the live page.", webClients)
    text.single("bgtaskd_lines_total", .counter, "Lines read.", status.lines)
    text.single("bgtaskd_events_total", .counter, "Events taken from them.", status.events)
    text.single(
      "bgtaskd_lines_skipped_total", .counter, "Lines that tell of no background task.",
      status.skipped)
    text.single(
      "bgtaskd_events_unreadable_total", .counter,
      "Lines that look like an event and could not be read.", status.unreadable)
    text.single(
      "bgtaskd_events_lost_total", .counter,
      "Events that clients say were lost, or whose numbers are missing.",
      Int(clamping: lostEvents))
  }

  private func audited(_ text: inout MetricsWriter) {
    text.single("bgtaskd_sessions", .gauge, "Launches that are open.", counts.sessions)
    text.single(
      "bgtaskd_tasks_outstanding", .gauge, "Tasks begun and not ended.", counts.outstanding)
    text.single(
      "bgtaskd_tasks_leaking", .gauge, "Tasks of which it is established that they leak.",
      counts.leaking)
    text.single(
      "bgtaskd_task_oldest_seconds", .gauge, "How long the oldest open task has been open.",
      seconds: counts.oldestAge ?? 0)
    text.family("bgtaskd_findings", .gauge, "Findings that stand, by rule and severity.")
    text.samples(of: counts.findings)
    text.family(
      "bgtaskd_groups", .gauge, "Groups of findings of one fingerprint, by rule and severity.")
    text.samples(of: counts.groups)
    text.family("bgtaskd_alerts_total", .counter, "Alerts given to the journal.")
    text.samples(of: alerts)
    text.single(
      "bgtaskd_groups_resolved_total", .counter, "Groups that a release went by without.", resolved)
    text.single(
      "bgtaskd_silences", .gauge, "Silences that are configured and not expired.",
      counts.silences.all - counts.silences.expired)
    text.single(
      "bgtaskd_silences_expired", .gauge, "Silences whose last day is over.",
      counts.silences.expired)
  }

  private func kept(_ text: inout MetricsWriter) {
    text.single("bgtaskd_memory_bytes", .gauge, "Memory that is allocated.", memoryBytes)
    text.single(
      "bgtaskd_state_kept", .gauge, "Whether what is known reaches the disk in time.",
      isStateKept ? 1 : 0)
    text.single("bgtaskd_state_bytes", .gauge, "State on disk.", Int(clamping: stateBytes))
    text.family("bgtaskd_commit_seconds", .histogram, "How long commits took.")
    text.histogram(commits)
    text.single(
      "bgtaskd_commit_failures_total", .counter, "Commits that failed.", commitFailures)
    if let spoolFill {
      text.single(
        "bgtaskd_spool_fill_ratio", .gauge,
        "Share of the memory for inputs not on disk yet that is in use.",
        seconds: Microseconds((spoolFill * 1_000_000).rounded()))
    }
  }
}
