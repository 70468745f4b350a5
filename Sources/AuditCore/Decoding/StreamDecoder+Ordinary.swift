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
    var found = OrdinaryEvent()
    guard
      let next = context.ordinary.read(
        bytes, from: position, into: &found, context.stackCache, context.likelyTexts),
      next &- position <= Limits.lineBytesMax
    else { return false }
    linesSeen &+= 1
    linesRecognised += 1
    eventsDelivered += 1
    context.startLine(linesSeen)
    let event = context.event(of: found, bytes, position..<next &- 1)
    sink.lineSeen(source: source, stamp: context.stamp)
    sink.accept(event)
    context.clients.stream.endLine()
    position = next
    return true
  }
}

extension LineContext {
  /// The event of the line at hand, which is known to be ordinary, with all that `ClientEvents` and
  /// `deliver` would have done.
  @inline(__always)
  fileprivate mutating func event(
    of found: OrdinaryEvent, _ bytes: Span<UInt8>, _ line: Range<Int>
  ) -> Event {
    if let time = found.time { stamp = clients.stamp(time, &calendar) }
    let session =
      found.isLikelySession ? clients.latestSession : intern(session: found.session, bytes)
    clients.note(sequence: found.sequence, isMark: false)
    place.sequence = found.sequence
    origin = clients.origin(ofSession: session)
    var event = event(found.isEnd ? .end : .begin, .json, id: TaskNumber.normalised(found.id))
    event.remaining = found.remaining.map(BackgroundSeconds.normalised)
    event.hasHandler = found.hasHandler
    event.stack = found.stack
    event.thread = thread(of: found, bytes)
    if !found.name.isEmpty, !HiddenText.isHidden(bytes.extracting(found.name)) {
      event.name = texts.intern(bytes, found.name, bytesMax: Limits.nameBytesMax)
    }
    if !found.slot.isEmpty {
      event.slot = texts.intern(bytes, found.slot, bytesMax: Limits.labelBytesMax)
    }
    clients.goesOn()
    kills.note(origin)
    if found.sequence == nil, let precision = stamp?.precision, precision >= .millisecond {
      event.lineHash = bytes.extracting(line).lastingHash
    }
    return event
  }

  @inline(__always)
  private mutating func thread(of found: OrdinaryEvent, _ bytes: Span<UInt8>) -> UInt64 {
    if found.isLikelyThread { return likelyTexts.threadNumber }
    if found.threadText.isEmpty { return found.thread }
    likelyTexts.thread.learn(bytes, found.threadText)
    likelyTexts.threadNumber = ThreadNumber.read(bytes.extracting(found.threadText))
    return likelyTexts.threadNumber
  }
}
