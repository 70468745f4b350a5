/// The time of one session, which never runs backwards.
///
/// An earlier stamp is held at the latest seen. After a step back of more than one second the step is
/// added to all later stamps: somebody set the device's clock (`audit-model.md` §3).
struct SessionClock {
  private(set) var latest: Instant?
  private(set) var shift: Microseconds = 0
  /// Stamps that were earlier than one before them.
  private(set) var held = 0

  @inline(__always)
  mutating func read(_ stamp: Instant) -> Instant {
    let shifted = stamp + shift
    if let latest, shifted < latest { return hold(shifted, at: latest) }
    latest = shifted
    return shifted
  }

  private mutating func hold(_ shifted: Instant, at latest: Instant) -> Instant {
    held += 1
    let step = latest - shifted
    if step > .seconds(1) {
      let (sum, overflow) = shift.addingReportingOverflow(step)
      if !overflow { shift = sum }
    }
    return latest
  }

  /// Takes a time of this clock, not a stamp.
  mutating func advance(to time: Instant) -> Instant {
    let time = max(time, latest ?? time)
    latest = time
    return time
  }

  /// The time that `read` would give: for lines of others that only show how late it is.
  func peek(_ stamp: Instant) -> Instant { max(stamp + shift, latest ?? stamp + shift) }
}

extension SessionClock: Archivable {
  static var blank: SessionClock { SessionClock() }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&latest)
    archive.pass(&shift)
    archive.pass(&held)
  }
}
