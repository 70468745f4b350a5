import AuditCore
import LinuxIO
import Systemd

/// Fires the audit's deadlines on the daemon's clock, whether or not events come in.
///
/// Runs after the clients' sources, so that what they have sent by now counts: a host that wakes
/// from sleep finds ends in its sockets and deadlines that are long past. A flood of lines delays
/// deadlines by `patience` and no more.
final class DeadlineTimer {
  private static let patience: Microseconds = .milliseconds(250)
  /// A deadline that stays in the past although it was handled must not spin the loop.
  private static let retry: Microseconds = .milliseconds(10)

  private let auditor: Auditor
  private var timer: TimeSource?
  private var overdueSince: Instant?
  private var advancedTo: Instant?
  /// Fires the deadlines up to a time.
  private let advance: (Instant) -> Void

  /// `advanced` is called after deadlines fired.
  init(
    _ loop: EventLoop, auditor: Auditor, advance: @escaping (Instant) -> Void,
    advanced: @escaping () -> Void
  ) throws(SystemError) {
    self.auditor = auditor
    self.advance = advance
    timer = try TimeSource(loop, clock: .boottime, priority: .late) { [unowned self] in
      fire(to: Instant(microseconds: Clock.boottime.now()))
      advanced()
    }
  }

  /// Sets the timer to the audit's next deadline; called after everything that may have changed it.
  func rearm(at now: Instant) {
    if let wake = auditor.nextWake, wake <= now {
      let since = overdueSince ?? now
      overdueSince = since
      if now - since > Self.patience { fire(to: now) }
    }
    guard let wake = auditor.nextWake else {
      timer?.disarm()
      return
    }
    if wake > now { overdueSince = nil }
    var time = wake
    if let advancedTo, wake <= advancedTo { time = advancedTo + Self.retry }
    timer?.arm(at: time.microseconds)
  }

  private func fire(to now: Instant) {
    overdueSince = nil
    advancedTo = now
    advance(now)
  }
}
