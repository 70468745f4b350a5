/// The version of what rows hold. Whoever changes what a type passes to its archive raises it.
package enum StateFormat {
  /// Stands in the store; a store of a later one is refused. 2: what each source and user brought into the
  /// tables of names. 3: groups of findings, and what findings and launches are counted as. 4: the head of a
  /// half-read line that is too long, and where lines were not read. 5: what the journal was given of groups.
  /// 6: where a handler stood when the process was killed.
  package static let version: Int64 = 6
}

/// When a capture was taken, by the clocks of its boot: stored with it, so that times of the monotonic
/// clock can be read on another boot.
package struct StateMoment: Hashable, Sendable {
  /// The kernel's name of the boot.
  package var bootID: String
  package var clocks: Arrival

  package init(bootID: String, clocks: Arrival) {
    self.bootID = bootID
    self.clocks = clocks
  }

  /// "BOOT MONOTONIC WALL", both clocks in microseconds.
  package var encoded: [UInt8] {
    Array("\(bootID) \(clocks.monotonic.microseconds) \(clocks.wall.microseconds)".utf8)
  }

  /// nil for what `encoded` never gives.
  package init?(decoding bytes: [UInt8]) {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 3, let monotonic = Int64(words[1]), let wall = Int64(words[2]) else {
      return nil
    }
    bootID = String(words[0])
    clocks = Arrival(
      wall: Instant(microseconds: wall), monotonic: Instant(microseconds: monotonic))
  }

  /// What must be added to monotonic times of this moment to make them times of `now`'s boot: on
  /// another boot only the wall clock tells how long it was off, and it never was less than no time.
  package func monotonicShift(to now: StateMoment) -> Microseconds {
    if bootID == now.bootID { return 0 }
    let away = max(0, now.clocks.wall - clocks.wall)
    return now.clocks.monotonic - (clocks.monotonic + away)
  }
}
