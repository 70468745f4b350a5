/// What the formats of one stream share: the line at hand, where events go, and what earlier lines
/// left open.
struct LineContext {
  let texts: TextTable
  let stacks: StackTable

  /// The line at hand.
  var place: Place
  var stamp: Stamp?
  var origin = Origin()
  var thread: UInt64 = 0
  /// The line names neither time nor process.
  var isUnframed = true
  /// How it is read, for those who ask.
  var trace = LineTrace()

  /// Events of the line at hand, and of blocks that it closed.
  private(set) var events: [Event] = []

  var calendar = StreamCalendar()
  var blocks = StackBlocks()
  var clients = ClientState()
  var stackCache = ClientStacks()
  var ordinary = OrdinaryEvents()
  var likelyTexts = LikelyTexts()
  var skimmer = SyslogSkimmer()
  var likelyHeader = LikelyHeader()
  var likelySigns = LikelySigns()
  var uikit = UIKitTaskCounter()
  var kills = KillReports()
  /// An object of others that is being read line by line.
  var report: ObjectReport?

  init(source: SourceID, texts: TextTable, stacks: StackTable) {
    self.texts = texts
    self.stacks = stacks
    place = Place(source: source, line: 0)
  }

  /// An event of the line at hand: its place, time, origin and thread are filled in.
  func event(_ action: Event.Action, _ wording: Wording, id: UInt64? = nil) -> Event {
    var event = Event(action, place: place, wording: wording)
    event.origin = origin
    event.stamp = stamp
    event.thread = thread
    event.id = id
    return event
  }

  mutating func deliver(_ event: Event) {
    if uikit.holdsEnd, let held = uikit.takeHeld() { events.append(held) }
    events.append(event)
    clients.goesOn()
    switch event.action {
    case .begin, .end:
      // A client's events bring their stacks with them.
      if event.wording != .json { blocks.noteTask(event) }
      kills.note(event.origin)
    case .exit, .budget, .highWater, .hello: break
    default: kills.note(event.origin)
    }
  }

  /// Memory of what earlier lines left open, in bytes.
  var heldBytes: Int {
    blocks.heldBytes + clients.heldBytes + stackCache.heldBytes + uikit.heldBytes + kills.heldBytes
      + likelySigns.heldBytes + ordinary.heldBytes + likelyTexts.heldBytes
      + (report?.heldBytes ?? 0)
  }

  /// No earlier line makes a line of no interest matter.
  var isQuiet: Bool {
    if case .some = report { return false }
    return !blocks.isOpen && !kills.isOpen && !uikit.holdsEnd
  }

  /// Forgets the delivered events, which the caller has passed on.
  mutating func clearEvents() {
    // Nearly always there is one.
    if events.count == 1 { events.removeLast() } else { events.removeAll(keepingCapacity: true) }
  }
}

extension LineContext {
  /// Everything that the next line, or the stream's end, may look at. Between two lines there are no
  /// events, the trace is of no use, and what the stack cache would save is read again.
  mutating func pass(through archive: inout Archive) {
    archive.pass(&place)
    archive.pass(&stamp)
    archive.pass(&origin)
    archive.pass(&thread)
    archive.pass(&isUnframed)
    archive.pass(&calendar)
    archive.pass(&blocks)
    archive.pass(&clients)
    archive.pass(&uikit)
    archive.pass(&kills)
    archive.pass(&report)
  }

  mutating func startLine(_ number: UInt32) {
    place.line = number
    place.sequence = nil
    stamp = nil
    origin = clients.defaultOrigin
    thread = 0
    isUnframed = true
    trace = LineTrace()
    if uikit.holdsEnd, let held = uikit.takeHeld(atLine: number) { deliver(held) }
  }

  /// Interns what the framing names. What it leaves out is the client's, if they do not contradict.
  mutating func setOrigin(_ framing: Framing, in line: Span<UInt8>) {
    var named = Origin()
    named.device = texts.intern(line, framing.device, bytesMax: Limits.labelBytesMax)
    named.process = texts.intern(
      line, framing.process, bytesMax: Limits.labelBytesMax, likely: likelyHeader.process)
    if framing.kind == .nslog { likelyHeader.learn(named.process, bytes: framing.process.count) }
    named.pid = framing.pid
    origin = clients.origin(of: named)
    thread = framing.thread
    isUnframed = framing.isNone
  }

  /// Gives the events of the line at hand the line's hash, by which a line printed twice is known.
  /// Only lines that tell milliseconds can be: others repeat in earnest. What has a sequence number is
  /// known by that.
  mutating func stampEvents(with line: Span<UInt8>) {
    if events.isEmpty { return }
    var hash: UInt64 = 0
    for index in events.indices where events[index].place.line == place.line {
      if case .stack = events[index].action { continue }
      let precision = events[index].stamp?.precision ?? .second
      if precision < .millisecond || events[index].place.sequence != nil { continue }
      if hash == 0 { hash = line.lastingHash }
      // Two events of one line are two things.
      events[index].lineHash = hash &+ UInt64(index)
    }
  }
}
