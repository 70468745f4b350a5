import Glibc

/// The system's clocks, in microseconds. Only the daemon's loop reads them.
package enum Clock: Sendable {
  /// The wall clock, since 1970-01-01T00:00:00Z. Steps when it is set.
  case realtime
  /// Since boot, without the time that the host slept. What systemd wants in `MONOTONIC_USEC`.
  case monotonic
  /// Since boot, sleep included. What deadlines run on: a phone's background time goes on while the
  /// host sleeps, so an overdue task must be overdue when the host wakes.
  case boottime

  /// The clock's number in the C library.
  package var identifier: Int32 {
    switch self {
    case .realtime: CLOCK_REALTIME
    case .monotonic: CLOCK_MONOTONIC
    case .boottime: CLOCK_BOOTTIME
    }
  }

  package func now() -> Int64 {
    var time = timespec()
    // The three clocks exist on every kernel that systemd runs on: the call cannot fail.
    _ = unsafe clock_gettime(identifier, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
