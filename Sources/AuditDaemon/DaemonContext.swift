import AuditCore
import Configuration
import LinuxIO
import Systemd

/// What all parts of the daemon share, and how they tell it that something happened.
final class DaemonContext {
  let loop: EventLoop
  let machine: Machine
  let journal: any JournalSink
  let faults: Faults
  private(set) lazy var keeper = StateKeeper(self)
  var settings: Settings
  /// Which alerts the journal is given.
  var alerts = AlertGate()
  /// Called when the audit may have something new: findings, deadlines, counts.
  var settle: () -> Void = {}
  /// Called when a client's descriptor is free again.
  var clientLeft: () -> Void = {}

  init(settings: Settings, journal: any JournalSink, faults: Faults) throws(SystemError) {
    loop = try EventLoop(faults: faults)
    machine = Machine(
      Auditor(configuration: settings.audit, demangle: SwiftDemangler.demangle),
      patterns: settings.patterns)
    self.settings = settings
    self.journal = journal
    self.faults = faults
  }

  var auditor: Auditor { machine.auditor }

  var now: Instant { Instant(microseconds: Clock.boottime.now()) }

  /// The clocks, as the audit wants to know them of what is read now.
  var arrival: Arrival {
    Arrival(wall: Instant(microseconds: Clock.realtime.now()), monotonic: now)
  }
}
