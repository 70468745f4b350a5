/// A crash report as far as it has been read: whose it is, and every word that may say why.
struct CrashReport: DescribedFormat {
  static let about = FormatDescription(
    name: "ips-report", summary: "A crash report in JSON, as .ips files and their heads have it",
    example: #"{"procName":"Chat","pid":4312,"exception":{"type":"EXC_CRASH","signal":"SIGKILL"},"#
      + #""termination":{"namespace":"RUNNINGBOARD","code":2343432205}}"#)

  private var process = TextID.none
  private var pid: Int32?
  private var stamp: Stamp?
  private var place: Place
  private var name = TextID.none
  private var isKill = false
  private var hasException = false
  private var namesTask = false
  private var namesOther = false
  /// At most `Limits.crashTextBytesMax` bytes of the lines that matter.
  private var words: [UInt8] = []
  /// The first line of those, for people.
  private var headline = TextID.none
  /// The main thread's stack, as far as it has been read; at most `Limits.stackFramesMax`.
  private var frames: [Frame] = []
  /// The lines that come are frames of the main thread.
  private(set) var isInThread = false

  init(place: Place) { self.place = place }

  var heldBytes: Int { words.storageBytes + frames.storageBytes }

  mutating func identify(process: TextID, pid: Int32?) {
    if !process.isNone { self.process = process }
    if let pid { self.pid = pid }
  }

  mutating func happened(_ stamp: Stamp) { self.stamp = stamp }

  /// `EXC_CRASH (SIGKILL)`; `00000020` before iOS 10.
  mutating func exception(_ text: Span<UInt8>, _ texts: TextTable) {
    hasException = true
    isKill =
      text.find("SIGKILL") != nil || text.find("00000020") != nil
      || text.find("EXC_RESOURCE") != nil
    note(text)
    if headline.isNone { headline = texts.intern(text) }
  }

  /// Why it ended, by the system's words. They say more than the exception.
  mutating func reason(_ text: Span<UInt8>, _ texts: TextTable) {
    hasException = true
    note(text)
    headline = texts.intern(text)
  }

  mutating func note(_ text: Span<UInt8>) {
    // One byte is for the line feed, which keeps the words of two lines apart.
    let room = Limits.crashTextBytesMax - words.count - 1
    if room >= 0 {
      for index in text.indices.prefix(room) { words.append(text[index]) }
      words.append(0x0A)
    }
    if pid == nil { pid = ProcessName.runningBoardPID(text) }
  }

  /// The main thread's stack follows; what explains the kill has been read.
  mutating func beginThread() { isInThread = true }

  mutating func add(_ frame: Frame) {
    if frames.count < Limits.stackFramesMax { frames.append(frame) }
  }

  /// "has active assertions beyond permitted time", the assertions following.
  mutating func namesAssertions(of origin: Origin) {
    if pid == nil { pid = origin.pid }
    if process.isNone { process = origin.process }
    isKill = true
    hasException = true
  }

  mutating func names(_ detail: AssertionDetail) {
    if detail.isTask { namesTask = true } else { namesOther = true }
    if detail.isTask, name.isNone { name = detail.name }
  }

  /// The process it is of. A report that names none, as pasted ones often do not, is of the process
  /// killed last, else of the one whose events the log has.
  func origin(_ context: LineContext) -> Origin {
    if !process.isNone { return Origin(process: process, pid: pid) }
    if let pid { return context.kills.known(pid: pid) ?? Origin(pid: pid) }
    return context.kills.lastKilled ?? context.kills.newest ?? context.clients.defaultOrigin
  }

  /// The process's end; nil if the report never came to its cause.
  func event(_ context: LineContext) -> Event? {
    guard hasException else { return nil }
    let cause =
      namesTask ? .backgroundTask : namesOther ? .unrelated : KillText.cause(of: words.span)
    var exit = Event.Exit(reason: isKill || cause != nil ? .killed : .crash)
    exit.text = headline
    exit.cause = cause
    var event = Event(.exit(exit), place: place, wording: .crashReport)
    event.origin = origin(context)
    event.stamp = stamp
    event.name = name
    event.stack = context.stacks.intern(frames)
    return event
  }
}

extension CrashReport: Archivable {
  static var blank: CrashReport { CrashReport(place: .blank) }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&process)
    archive.pass(&pid)
    archive.pass(&stamp)
    archive.pass(&place)
    archive.pass(&name)
    archive.pass(&isKill)
    archive.pass(&hasException)
    archive.pass(&namesTask)
    archive.pass(&namesOther)
    archive.passBytes(&words)
    archive.pass(&headline)
    archive.pass(&frames)
    archive.pass(&isInThread)
    archive.require(words.count <= Limits.crashTextBytesMax)
    archive.require(frames.count <= Limits.stackFramesMax)
  }
}
