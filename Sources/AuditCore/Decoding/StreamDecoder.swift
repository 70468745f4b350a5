/// Turns one stream's bytes into events: frames lines, undoes the framing of each, tries the formats.
///
/// One for each file or connection: it keeps the half-read line, open stack blocks and the stream's
/// calendar between calls. Bytes may come cut anywhere.
package struct StreamDecoder {
  /// A line that could not be read, for the reply `{"error": …}`.
  package struct Reject: Sendable {
    package var line: UInt32
    package var reason: UnreadableReason
  }

  package let source: SourceID
  /// The client asked for acknowledgements in its `hello`.
  package var wantsAcknowledgement: Bool { context?.clients.wantsAcknowledgement ?? false }
  /// The newest `seq` that was delivered.
  package var lastSequence: UInt64? { context?.clients.lastSequence }
  /// The client said `bye`.
  package var saidBye: Bool { context?.clients.saidBye ?? false }
  /// The client says `hello` or sends objects that mean to be events: it is told what is wrong.
  package var speaksJSON: Bool { refusedObject || context?.clients.saidHello ?? false }
  package internal(set) var linesSeen: UInt32 = 0
  /// Lines that are no event, blank ones and the lines of stack blocks apart.
  package internal(set) var linesSkipped = 0
  package internal(set) var linesUnreadable = 0
  /// Lines that were not read to their end, over `Limits.lineBytesMax` or by `dropHalfLine`.
  package internal(set) var linesTooLong = 0
  /// Lines of which at least the framing is a known one.
  package internal(set) var linesRecognised = 0
  package internal(set) var eventsDelivered = 0
  /// Lines that were unreadable since the last call of `takeRejects`, oldest first, bounded.
  var rejects: [Reject] = []
  var refusedObject = false

  var framer = LineFramer()
  /// The user's own; new ones hold from the next line on.
  package var patterns: [LinePattern]
  /// Is told of every line after its events were delivered.
  package var observer: (any LineObserver)?
  /// nil until the first byte: the tables are the sink's.
  var context: LineContext?

  package init(source: SourceID, patterns: [LinePattern] = []) {
    self.source = source
    self.patterns = patterns
  }

  /// Delivers every event of the lines that `bytes` completes.
  package mutating func consume(_ bytes: Span<UInt8>, into sink: some EventSink) {
    _ = read(bytes, into: sink, untilNamed: false)
  }

  /// The same for the sink that is given millions: what is compiled for it alone asks no table of methods.
  package mutating func consume(_ bytes: Span<UInt8>, into auditor: Auditor) {
    _ = read(bytes, into: auditor, untilNamed: false)
  }

  /// The same; with `untilNamed` it stops behind a line that names the stream, which may be known from an
  /// earlier connection: `takeStreamName` then returns the name. Returns how many bytes were taken.
  package mutating func consume(
    _ bytes: Span<UInt8>, into sink: some EventSink, untilNamed: Bool
  ) -> Int {
    read(bytes, into: sink, untilNamed: untilNamed)
  }

  /// The same for the sink that is given millions.
  package mutating func consume(
    _ bytes: Span<UInt8>, into auditor: Auditor, untilNamed: Bool
  ) -> Int {
    read(bytes, into: auditor, untilNamed: untilNamed)
  }

  private mutating func read(
    _ bytes: Span<UInt8>, into sink: some EventSink, untilNamed: Bool
  ) -> Int {
    var context = takeContext(sink)
    var position = 0
    while true {
      if readOrdinary(bytes, from: &position, &context, into: sink) { continue }
      skim(bytes, from: &position, &context, into: sink)
      guard let piece = framer.next(in: bytes, from: &position) else { break }
      switch piece {
      case .line(let range): read(bytes.extracting(range), &context, into: sink)
      case .held: readHeld(&context, into: sink)
      case .head(let range): read(headOf: bytes.extracting(range), &context, into: sink)
      case .heldHead: readHeldHead(&context, into: sink)
      case .dropped: refuseDropped(&context, into: sink)
      }
      context.clients.stream.endLine()
      if untilNamed, context.clients.stream.isAnnounced { break }
    }
    self.context = context
    return position
  }

  /// The name that the line read last has given to the stream, once.
  package mutating func takeStreamName() -> String? {
    guard context?.clients.stream.takeAnnouncement() == true else { return nil }
    return streamName
  }

  /// What the sender calls the stream, if it can go on over another connection.
  package var streamName: String? {
    context.flatMap { $0.texts.text($0.clients.stream.name) }
  }

  /// The connection broke: its sender will send the half-read line again on another.
  package mutating func suspend() { framer.forgetHalfLine() }

  /// Goes on over another connection: the first mark tells which lines come again, to be passed over.
  package mutating func resume() { context?.clients.resume() }

  /// The stream is over: reads the last line even without its line feed.
  package mutating func finish(into sink: some EventSink) {
    var context = takeContext(sink)
    switch framer.last() {
    case .held: readHeld(&context, into: sink, isLast: true)
    case .heldHead: readHeldHead(&context, into: sink)
    case .dropped: refuseDropped(&context, into: sink)
    case .line, .head, nil: break
    }
    let saidBye = context.clients.saidBye
    // What lines before the `bye` left open does not come after it.
    LineReader.finish(&context)
    if saidBye { context.clients.bye() }
    passOn(&context, into: sink)
    self.context = context
  }

  /// The same where the stream was a connection, which may have broken in the middle of a line: a client
  /// that waits for acknowledgements sends that line again, so it is not read and is no loss.
  package mutating func finishConnection(into sink: some EventSink) {
    if wantsAcknowledgement { framer.forgetTornLine() }
    finish(into: sink)
  }

  /// Memory that the stream takes beyond the decoder itself, in bytes. `README.md` beside this file says
  /// how much it can be.
  package var heldBytes: Int {
    framer.heldBytes + rejects.storageBytes + (context?.heldBytes ?? 0)
  }

  /// Bytes of the beginning of a line whose end has not come; `dropHalfLine` frees it. The memory for them,
  /// which depends on the allocator, is less than twice as much.
  package var halfLineBytes: Int { framer.heldCount }

  /// What comes is thrown away up to the next line feed, and its line will be told as unreadable.
  package var isDroppingLine: Bool { framer.isDropping }

  /// Gives up the half-read line, which is counted and told as unreadable once its end has come.
  package mutating func dropHalfLine() { framer.drop() }

  /// Forgets what only saves work and mentions texts and stacks: they may stand for others now.
  package mutating func forgetCaches() {
    context?.stackCache = ClientStacks()
    context?.likelyHeader = LikelyHeader()
    context?.likelyTexts = LikelyTexts()
  }

  /// Hands over the unreadable lines since the last call, oldest first.
  package mutating func takeRejects() -> [Reject] {
    defer { rejects = [] }
    return rejects
  }

  private mutating func takeContext(_ sink: some EventSink) -> LineContext {
    // Taken out, so that its arrays stay uniquely referenced while the lines are read.
    defer { context = nil }
    return context ?? LineContext(source: source, texts: sink.texts, stacks: sink.stacks)
  }

  /// Passes over the lines of a device's syslog that are of no interest.
  @inline(__always)
  private mutating func skim(
    _ bytes: Span<UInt8>, from position: inout Int, _ context: inout LineContext,
    into sink: some EventSink
  ) {
    // The name of a month begins with a capital letter.
    if bytes.byte(at: position) &- UInt8(ascii: "A") < 26, framer.isBetweenLines {
      skimRun(bytes, from: &position, &context, into: sink)
    }
  }

  /// Leaves behind what reading the lines would have left.
  private mutating func skimRun(
    _ bytes: Span<UInt8>, from position: inout Int, _ context: inout LineContext,
    into sink: some EventSink
  ) {
    // Whoever counts or observes lines has to be told of each.
    guard patterns.isEmpty, observer == nil, context.isQuiet, !context.clients.stream.isCounted
    else { return }
    let most = sink.mostLinesAtOnce
    var run = SyslogSkimmer.Run()
    repeat {
      run = context.skimmer.pass(over: bytes, from: &position, atMost: most, context.calendar)
      if run.lines == 0 { return }
      linesSeen &+= UInt32(truncatingIfNeeded: run.lines)
      linesSkipped += run.lines
      linesRecognised += run.lines
      context.startLine(linesSeen)
      context.stamp = context.calendar.stampToday(
        second: run.second, micros: run.micros, run.precision)
      sink.linesSeen(run.lines, source: source, stamp: context.stamp)
    } while run.lines == most
  }

  private mutating func readHeld(
    _ context: inout LineContext, into sink: some EventSink, isLast: Bool = false
  ) {
    let line = framer.takeHeld()
    read(line.span, &context, into: sink, isLast: isLast)
    framer.giveBack(line)
  }

  private mutating func readHeldHead(_ context: inout LineContext, into sink: some EventSink) {
    let head = framer.takeHeld()
    read(headOf: head.span, &context, into: sink)
  }

  @inline(__always)
  private mutating func read(
    _ line: Span<UInt8>, _ context: inout LineContext, into sink: some EventSink,
    isLast: Bool = false
  ) {
    guard startLine(&context, passingOver: line) else { return }
    // Looked for where a part of another log would begin or end, or be long, to spare the rest the search.
    let mayBeSeveral = isLast || linesSeen == 1 || line.count >= Limits.joinedLinesBytesMin
    if mayBeSeveral, JoinedLines.areIn(line) {
      readJoined(line, &context, into: sink)
    } else {
      readStarted(line, &context, into: sink)
    }
  }

  /// Reads lines that came as one, all under its number.
  private mutating func readJoined(
    _ lines: Span<UInt8>, _ context: inout LineContext, into sink: some EventSink
  ) {
    var position = 0
    while position < lines.count {
      context.startLine(linesSeen)
      let line = JoinedLines.next(in: lines, from: &position)
      readStarted(lines.extracting(line), &context, into: sink)
    }
  }

  private mutating func readStarted(
    _ line: Span<UInt8>, _ context: inout LineContext, into sink: some EventSink
  ) {
    var outcome = LineReader.read(line, patterns: patterns, in: &context)
    sink.lineSeen(source: source, stamp: context.stamp)
    passOn(&context, into: sink)
    if case .event = outcome, line.byte(at: 0) == UInt8(ascii: "{") { context.ordinary.learn(line) }
    if linesSeen == 1, case .skipped = outcome, let data = ForeignData(line) {
      outcome = .unreadable(data.unreadable)
    }
    count(outcome, &context, into: sink)
    if case .unreadable = outcome, line.has("{", at: line.trimmedRange().lowerBound) {
      refusedObject = true
    }
    if let observer {
      observer.lineRead(line, LineReading(line, outcome, patterns, context))
    }
  }

  /// Reads what is left of a line that is too long. One of another program costs nothing.
  private mutating func read(
    headOf line: Span<UInt8>, _ context: inout LineContext, into sink: some EventSink
  ) {
    let nothing = [UInt8]()
    guard startLine(&context, passingOver: nothing.span) else { return }
    linesTooLong += 1
    let head = LineHead.whole(line)
    var outcome = LineReader.read(head.span, patterns: patterns, in: &context)
    sink.lineSeen(source: source, stamp: context.stamp)
    passOn(&context, into: sink)
    switch outcome {
    case .event: refuse(.readInPart, &context, into: sink)
    case .unreadable: outcome = .unreadable(.tooLong)
    case .skipped, .blank:
      outcome =
        LineHead.mayBeEvent(line, in: context) || JoinedLines.areIn(line)
        ? .unreadable(.tooLong) : outcome
    case .partOfBlock: break
    }
    count(outcome, &context, into: sink)
    observer?.lineRead(line, LineReading(line, outcome, patterns, context))
  }

  private mutating func count(
    _ outcome: LineReader.Outcome, _ context: inout LineContext, into sink: some EventSink
  ) {
    switch outcome {
    case .event, .partOfBlock: linesRecognised += 1
    case .blank: break
    case .skipped(let isFramed):
      linesSkipped += 1
      if isFramed { linesRecognised += 1 }
    case .unreadable(let reason):
      linesRecognised += 1
      refuse(reason, &context, into: sink)
    }
  }

  /// A line was given up half-read.
  private mutating func refuseDropped(_ context: inout LineContext, into sink: some EventSink) {
    let nothing = [UInt8]()
    guard startLine(&context, passingOver: nothing.span) else { return }
    sink.lineSeen(source: source, stamp: nil)
    linesTooLong += 1
    refuse(.noRoom, &context, into: sink)
    observer?.lineRead(nothing.span, LineReading(nothing.span, .unreadable(.noRoom), [], context))
  }

  /// False for a line that comes again and was read before.
  private mutating func startLine(
    _ context: inout LineContext, passingOver line: Span<UInt8>
  ) -> Bool {
    startLine(&context)
    if context.clients.stream.again == 0 || ClientHello.isOwn(line, in: context.clients.stream) {
      return true
    }
    context.clients.stream.passOver()
    return false
  }

  private mutating func startLine(_ context: inout LineContext) {
    linesSeen &+= 1
    context.startLine(linesSeen)
  }

  private mutating func refuse(
    _ reason: UnreadableReason, _ context: inout LineContext, into sink: some EventSink
  ) {
    linesUnreadable += 1
    if rejects.count < Limits.rejectsMax {
      rejects.append(Reject(line: context.place.line, reason: reason))
    }
    sink.unreadable(origin: context.origin, place: context.place, reason: reason)
  }

  private mutating func passOn(_ context: inout LineContext, into sink: some EventSink) {
    if context.events.isEmpty { return }
    for index in context.events.indices { sink.accept(context.events[index]) }
    eventsDelivered += context.events.count
    context.clearEvents()
  }
}
