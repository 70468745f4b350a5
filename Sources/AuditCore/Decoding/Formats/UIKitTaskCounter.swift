/// Joins UIKit's lines of one task, and counts the tasks where their ids are hidden.
///
/// On devices `Created background task <private>.` hides the id, but ids are 1, 2, 3… from launch on, so
/// the n-th is id n. A launch is in view if the first one has no handler, as UIKit's own first task
/// (`Launch Background Task for Coalescing`) has none, or if an earlier process of that name was
/// seen. Else the count is a guess until an end prints an id together with a handler that was seen
/// when its task was created: then all counted ids move by the difference.
struct UIKitTaskCounter {
  private var launches: [UIKitLaunch] = []
  /// The end whose id was printed alone while the count is a guess: its next line may name the handler
  /// and with it correct the count, which must happen first.
  private var held: Event?
  /// Lines that an end is held for at most.
  private static let heldLinesMax: UInt32 = 8

  /// Asked for each line: a comparison with nil would copy the event.
  var holdsEnd: Bool { if case .some = held { true } else { false } }

  var heldBytes: Int {
    launches.reduce(launches.storageBytes) {
      $0 + $1.pending.storageBytes + $1.counted.storageBytes
    }
  }

  /// The held end, if it is time to deliver it: another event comes, or `line` is far behind it.
  mutating func takeHeld(atLine line: UInt32? = nil) -> Event? {
    guard let event = held else { return nil }
    if let line, line &- event.place.line < Self.heldLinesMax { return nil }
    held = nil
    return event
  }

  /// A begin is announced, by a line of `event`'s origin and thread. `handler` 0: it has none.
  mutating func willAdd(_ event: Event, name: TextID, handler: UInt64?) {
    let launch = launch(of: event.origin)
    if launches[launch].pending.count >= Limits.pendingBeginsMax {
      launches[launch].pending.removeFirst()
    }
    launches[launch].pending.append(
      UIKitLaunch.Pending(name: name, handler: handler, thread: event.thread))
  }

  /// Gives a created task what its announcement said, and an id if its own is hidden. Returns a
  /// correction of earlier ids if the printed one shows that they were counted wrong.
  mutating func complete(_ event: inout Event) -> Event? {
    let launch = launch(of: event.origin)
    let pending = takePending(of: launch, for: event)
    if event.name.isNone, let pending { event.name = pending.name }
    event.hasHandler = pending?.handler.map { $0 != 0 }
    if let id = event.id {
      let correction = confirm(launch, expected: launches[launch].nextID, printed: id, event)
      launches[launch].nextID = id &+ 1
      launches[launch].hasCreated = true
      return correction
    }
    if !launches[launch].hasCreated {
      launches[launch].hasCreated = true
      launches[launch].isCertain = pending?.handler == 0 || isRelaunch(launch)
    }
    let id = launches[launch].nextID
    launches[launch].nextID = id &+ 1
    launches[launch].hasGuesses = true
    event.id = id
    event.uncertainID = !launches[launch].isCertain
    if let handler = pending?.handler, handler != 0 {
      if launches[launch].counted.count >= Limits.countedTasksMax {
        launches[launch].counted.removeFirst()
      }
      launches[launch].counted.append(UIKitLaunch.Counted(id: id, handler: handler))
    }
    return nil
  }

  /// The first line of an end. nil: it is held until the second one, or the next event.
  mutating func requestedEnd(_ event: Event) -> Event? {
    guard let launch = launches.firstIndex(where: { $0.origin == event.origin }),
      !launches[launch].isCertain, launches[launch].hasCreated
    else { return event }
    held = event
    held?.uncertainID = true
    return nil
  }

  /// The second line of an end, with its handler. Returns what must be delivered before it.
  mutating func foundEnd(
    _ event: inout Event, handler: UInt64?
  ) -> (correction: Event?, held: Event?) {
    guard let launch = launches.firstIndex(where: { $0.origin == event.origin }) else {
      return (nil, nil)
    }
    var first = takeHeld()
    var correction: Event?
    if let handler, handler != 0, let id = event.id,
      let place = launches[launch].counted.lastIndex(where: { $0.handler == handler })
    {
      let counted = launches[launch].counted.remove(at: place)
      correction = confirm(launch, expected: counted.id, printed: id, event)
      first?.uncertainID = false
    }
    event.uncertainID = !launches[launch].isCertain && launches[launch].hasCreated
    return (correction, first)
  }

  /// The task counted as `expected` is `printed`: moves everything counted since the last certainty.
  private mutating func confirm(
    _ launch: Int, expected: UInt64, printed: UInt64, _ event: Event
  ) -> Event? {
    let wasCertain = launches[launch].isCertain
    defer { launches[launch].hasGuesses = launches[launch].nextID > printed &+ 1 }
    let confirmed = launches[launch].confirmedID
    launches[launch].isCertain = true
    launches[launch].confirmedID = max(confirmed, printed)
    let difference = Int64(truncatingIfNeeded: printed &- expected)
    if !launches[launch].hasGuesses { return nil }
    if wasCertain, difference == 0 || expected <= confirmed { return nil }
    for index in launches[launch].counted.indices
    where launches[launch].counted[index].id > confirmed {
      launches[launch].counted[index].id &+= UInt64(bitPattern: difference)
    }
    launches[launch].nextID &+= UInt64(bitPattern: difference)
    var correction = event
    correction.action = .renumber(above: confirmed, by: difference)
    correction.id = nil
    correction.name = .none
    return correction
  }

  private mutating func takePending(of launch: Int, for event: Event) -> UIKitLaunch.Pending? {
    let pending = launches[launch].pending
    let exact = pending.firstIndex {
      $0.thread == event.thread
        && (event.name.isNone || $0.name.isNone || $0.name == event.name)
    }
    return exact.map { launches[launch].pending.remove(at: $0) }
  }

  private mutating func launch(of origin: Origin) -> Int {
    if let known = launches.firstIndex(where: { $0.origin == origin }) { return known }
    if launches.count >= Limits.countedLaunchesMax { launches.removeFirst() }
    launches.append(UIKitLaunch(origin: origin))
    return launches.count - 1
  }

  /// An earlier process of this name was seen on the device, so this one was started in view.
  private func isRelaunch(_ launch: Int) -> Bool {
    let origin = launches[launch].origin
    return launches[..<launch].contains {
      $0.origin.process == origin.process && $0.origin.device == origin.device
        && $0.origin.pid != nil && $0.origin.pid != origin.pid
    }
  }
}

extension UIKitTaskCounter: Archivable {
  static var blank: UIKitTaskCounter { UIKitTaskCounter() }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&launches)
    archive.pass(&held)
    archive.require(launches.count <= Limits.countedLaunchesMax)
  }
}
