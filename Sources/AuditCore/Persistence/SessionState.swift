extension Session {
  /// What one row holds of it: all that is small and changes with nearly every event. Tasks, holders,
  /// findings and the like have rows of their own.
  func passHead(through archive: inout Archive) {
    archive.pass(&origin)
    archive.pass(&hello)
    archive.pass(&sources)
    archive.pass(&latestSource)
    archive.pass(&clock)
    archive.pass(&stampFormat)
    passTimes(through: &archive)
    archive.pass(&phases)
    archive.pass(&budget)
    archive.pass(&begunIDs)
    archive.pass(&ended)
    archive.pass(&alarms)
    archive.pass(&findings)
    archive.pass(&footprints)
    archive.require(footprints.count <= Limits.footprintsMax)
    archive.pass(&repeats)
    archive.pass(&handler)
    archive.pass(&allExpiredOrder)
    archive.pass(&logsReturns)
    archive.pass(&stackTargets)
    passCounts(through: &archive)
    archive.pass(&earlyEnds)
    archive.pass(&lateBegins)
    archive.pass(&pileupLimit)
    archive.pass(&pileupNext)
    archive.require(pileupLimit >= 0 && pileupNext >= pileupLimit)
    archive.pass(&exit)
    archive.pass(&closing)
    archive.pass(&hasOpenPredecessor)
    if archive.format >= 3 { archive.pass(&launchRelease) }
  }

  /// Times of the monotonic clock and what is measured against it.
  private func passTimes(through archive: inout Archive) {
    archive.pass(&offset)
    if archive.isReading, let read = offset {
      offset = read &+ archive.monotonicShift
    }
    archive.passMonotonic(&heard)
  }

  private func passCounts(through archive: inout Archive) {
    archive.passTally(&order)
    archive.pass(&begins)
    archive.pass(&ends)
    archive.pass(&lastSequence)
    archive.pass(&lostOrder)
    archive.passOptional(&highestBegun, blank: (id: 0, time: nil, order: 0)) { archive, highest in
      archive.pass(&highest.id)
      archive.pass(&highest.time)
      archive.pass(&highest.order)
    }
    archive.pass(&leaks)
  }

  /// From now on it notes what changes.
  func trackChanges() {
    ledger.changes = LedgerChanges()
    begunIDs.track()
    holders.tracks = true
    stories.tracks = true
    slots.tracks = true
    alarms.track()
    findings.track()
    overwrites.tracks = true
  }
}

extension Event.Hello: Archivable {
  package static var blank: Event.Hello { Event.Hello() }
  package mutating func pass(through archive: inout Archive) {
    archive.pass(&app)
    archive.pass(&appVersion)
    archive.pass(&os)
  }
}

extension RunningHandler: Archivable {
  static var blank: RunningHandler { RunningHandler(order: 0, thread: 0) }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&task)
    archive.pass(&entered)
    archive.pass(&order)
    archive.pass(&thread)
    archive.pass(&begun)
  }
}

extension EarlyEnd: Archivable {
  static var blank: EarlyEnd {
    EarlyEnd(id: 0, item: .blank, stack: .none, fromUIKitOnly: false)
  }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&id)
    archive.pass(&item)
    archive.pass(&stack)
    archive.pass(&fromUIKitOnly)
  }
}

extension ExitRecord: Archivable {
  static var blank: ExitRecord { ExitRecord(reason: .unknown) }
  mutating func pass(through archive: inout Archive) {
    archive.passCase(&reason)
    archive.passOptional(&cause, blank: .unrelated) { $0.passCase(&$1) }
    archive.pass(&causeInferred)
    archive.pass(&text)
    archive.pass(&code)
    archive.pass(&blame)
    archive.pass(&time)
    archive.pass(&items)
  }
}

extension Closing: Archivable {
  static var blank: Closing { Closing(reason: .idle, time: nil) }
  mutating func pass(through archive: inout Archive) {
    archive.passCase(&reason)
    archive.pass(&time)
  }
}
