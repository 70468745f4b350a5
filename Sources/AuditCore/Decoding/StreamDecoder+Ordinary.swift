/// The short way of ordinary events: from the bytes to the sink in one step.
extension StreamDecoder {
  /// Reads the line that begins at `position`, which moves behind it, if it is an ordinary event of a client
  /// and nothing that earlier lines left open could change what it means.
  @inline(__always)
  mutating func readOrdinary(
    _ bytes: Span<UInt8>, from position: inout Int, _ context: inout LineContext,
    into sink: some EventSink
  ) -> Bool {
    guard bytes.byte(at: position) == UInt8(ascii: "{"), framer.isBetweenLines,
      context.clients.takesOrdinaryEvents, !context.uikit.holdsEnd, observer == nil
    else { return false }
    let place = Place(source: source, line: linesSeen &+ 1)
    var found = OrdinaryEvent(in: place)
    guard
      let next = context.ordinary.read(
        bytes, from: position, into: &found, context.stackCache, context.likelyTexts),
      next &- position <= Limits.lineBytesMax
    else { return false }
    linesSeen &+= 1
    linesRecognised += 1
    eventsDelivered += 1
    context.complete(&found, bytes, position..<next &- 1)
    sink.lineSeen(source: source, stamp: found.event.stamp)
    sink.accept(found.event)
    context.clients.stream.endLine()
    position = next
    return true
  }
}

extension LineContext {
  /// Looks up what the event of the line at hand names, and does all that reading the line in the long way
  /// would have done.
  @inline(__always)
  fileprivate mutating func complete(
    _ found: inout OrdinaryEvent, _ bytes: Span<UInt8>, _ line: Range<Int>
  ) {
    let session = found.session ?? intern(session: found.sessionText, bytes)
    clients.latestSession = session
    clients.note(sequence: found.event.place.sequence, isMark: false)
    found.event.origin = clients.origin(ofSession: session)
    if !found.threadText.isEmpty { found.event.thread = learnThread(bytes, found.threadText) }
    if !found.name.isEmpty, !HiddenText.isHidden(bytes.extracting(found.name)) {
      found.event.name = texts.intern(bytes, found.name, bytesMax: Limits.nameBytesMax)
    }
    if !found.slot.isEmpty {
      found.event.slot = texts.intern(bytes, found.slot, bytesMax: Limits.labelBytesMax)
    }
    if let instant = found.event.stamp?.instant {
      clients.sawFraction = true
      calendar.note(instant)
      // Lines that are printed twice are known by their bytes, but for those that are counted.
      if found.event.place.sequence == nil {
        found.event.lineHash = bytes.extracting(line).lastingHash
      }
    }
    clients.goesOn()
    kills.note(found.event.origin)
    // What a line of the long way leaves behind.
    place = found.event.place
    (stamp, origin, thread, isUnframed) = (found.event.stamp, found.event.origin, 0, true)
  }

  private mutating func learnThread(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    let number = ThreadNumber.read(bytes.extracting(range))
    likelyTexts.threads.learn(number, bytes, range)
    return number
  }
}
