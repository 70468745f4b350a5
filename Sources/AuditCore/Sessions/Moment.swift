/// When an event happened, as far as it says so itself or its arrival does.
struct Moment {
  /// On the source's own clock.
  var stamp: Instant?
  /// Of an event without a stamp; nil offline.
  var arrival: Arrival?

  /// A `hello` is no part of what happened: it comes again with each connection, and what follows it
  /// may have waited for long.
  init(of event: Event, _ arrival: Arrival?) {
    stamp = event.stamp?.instant
    if stamp == nil, !event.isHello { self.arrival = arrival }
  }

  var isKnown: Bool { stamp != nil || arrival != nil }
}

extension Session {
  /// The moment on this session's clock, which it does not move; nil where nothing tells.
  ///
  /// Only the first event without a stamp is taken at the host's wall clock, which may be set at any
  /// time and need not agree with the source's.
  func time(of moment: Moment) -> Instant? {
    if let stamp = moment.stamp { return clock.peek(stamp) }
    guard let arrival = moment.arrival else { return nil }
    guard let offset else { return clock.peek(arrival.wall) }
    let time = arrival.monotonic + -offset
    return max(time, clock.latest ?? time)
  }
}
