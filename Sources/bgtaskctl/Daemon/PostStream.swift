import AuditCore
import Glibc
import LinuxIO

/// Brings a log to the daemon, line by line as it comes, until all of it is acknowledged.
///
/// Replies are read while lines are written: a daemon that cannot get rid of its replies would stop
/// reading, and both would wait for ever. Lines that are sent and not acknowledged are kept. A living
/// daemon is never left, however long it is silent, so it gets no line twice; one that is gone has
/// forgotten what it did not acknowledge.
struct PostStream: ~Copyable {
  struct Manner {
    /// The device that the log is of, if its lines do not say.
    var device: String?
    /// The end of the input is the end of the log.
    var saysBye: Bool
    /// Waits for a daemon that goes away; else that is a failure.
    var reconnects: Bool
    /// Lines kept for the daemon.
    var bufferBytes: Int
    /// How long the input is held up, or its end waits, for a daemon that does not answer.
    var patienceMicroseconds: Int64
  }

  /// How long lines may wait for a mark.
  private static let markIntervalMicroseconds: Int64 = 100_000
  /// Pieces that are still read after a signal.
  private static let lastPiecesMax = 256

  private var input: InputFile
  private let path: String
  private let manner: Manner
  private let console: Console
  private var signals: SignalDescriptor?
  private var pending: PendingLines
  private var link: PostLink?
  private var absence = PostAbsence()
  private var inputIsOver = false
  /// The open batch was begun then.
  private var batchBegun: Int64?
  /// The daemon took or said something then, or was first waited for.
  private var waitingSince: Int64 = 0
  private var refusedUpTo: UInt64 = 0
  private(set) var outcome = PostOutcome()

  init(_ input: consuming InputFile, to path: String, _ manner: Manner, console: Console) {
    self.input = input
    self.path = path
    self.manner = manner
    let name = [UInt64.random(in: .min ... .max), .random(in: .min ... .max)]
    pending = PendingLines(
      stream: name.map { String($0, radix: 36) }.joined(separator: "-"), device: manner.device)
    self.console = console
  }

  /// Returns the exit status.
  mutating func run() -> Int32 {
    do throws(PostProblem) {
      try begin()
      while !isComplete { try turn() }
      outcome.lines = pending.lines
      return outcome.status
    } catch {
      return error.explain(path: path, pending, outcome, on: console)
    }
  }

  /// All is acknowledged, or dropped.
  var isComplete: Bool { inputIsOver && pending.isEmpty }

  private mutating func begin() throws(PostProblem) {
    do throws(SystemError) {
      if manner.reconnects { signals = try SignalDescriptor([SIGTERM, SIGINT]) }
      try open(UnixSocket.connect(to: path))
    } catch {
      throw .unreachable(error)
    }
    waitingSince = Clock.boottime.now()
  }

  private mutating func open(_ socket: consuming Descriptor) throws(SystemError) {
    let preface = pending.preface(lost: outcome.dropped - outcome.droppedAndTold)
    link = try PostLink(socket, path: path, preface: preface)
    outcome.again += pending.sentBefore
    absence.told = outcome.dropped
  }

  // MARK: One turn

  private mutating func turn() throws(PostProblem) {
    let now = Clock.boottime.now()
    reconnect(now)
    if waits, now - waitingSince >= manner.patienceMicroseconds {
      throw link == nil ? .away(manner) : .silent(manner)
    }
    try wait(now)
  }

  /// Somebody or something waits for the daemon's answer.
  private var waits: Bool { inputIsOver || (!manner.reconnects && !pending.isEmpty) }

  private mutating func wait(_ now: Int64) throws(PostProblem) {
    var list = PollList()
    var inputAt: Int?
    var signalAt: Int?
    if !inputIsOver {
      if admitsInput(now) { inputAt = input.withDescriptor { list.add($0, for: POLLIN) } }
      signalAt = signals?.wait(in: &list)
    }
    let linkAt = link?.wait(in: &list, toWrite: pending.hasUnsent)
    list.wait(milliseconds: milliseconds(until: nextDeadline(now), from: now))
    if !list.isReady(inputAt) { sealIfDue() }
    if list.isReady(signalAt) { try stop() }
    if list.isReady(inputAt) { try read() }
    try converse(receives: list.isReady(linkAt))
  }

  /// More input may bring the end, which seals in its own way.
  private mutating func sealIfDue() {
    guard let begun = batchBegun, link != nil,
      Clock.boottime.now() - begun >= Self.markIntervalMicroseconds
    else { return }
    pending.seal()
    batchBegun = nil
  }

  private func nextDeadline(_ now: Int64) -> Int64? {
    var deadlines: [Int64] = []
    if waits { deadlines.append(waitingSince + manner.patienceMicroseconds) }
    if link != nil {
      if let batchBegun { deadlines.append(batchBegun + Self.markIntervalMicroseconds) }
    } else {
      deadlines.append(absence.nextAttempt)
      if absence.since + manner.patienceMicroseconds > now {
        deadlines.append(absence.since + manner.patienceMicroseconds)
      }
    }
    return deadlines.min()
  }

  private func milliseconds(until deadline: Int64?, from now: Int64) -> Int32 {
    guard let deadline else { return -1 }
    return Int32(clamping: (max(0, deadline - now) + 999) / 1000)
  }

  // MARK: Input

  /// Whoever writes the log is held up while the daemon is slow, and for a while when it is away. A
  /// file can wait as long as it takes.
  private func admitsInput(_ now: Int64) -> Bool {
    if pending.byteCount < manner.bufferBytes { return true }
    return link == nil && input.size == nil && isPatienceOver(now)
  }

  private func isPatienceOver(_ now: Int64) -> Bool {
    now - absence.since >= manner.patienceMicroseconds
  }

  private mutating func read() throws(PostProblem) {
    var piece: [UInt8] = []
    let isMore: Bool
    do throws(InputProblem) {
      isMore = try input.next { piece = [UInt8](copying: $0) }
    } catch {
      throw .input(error)
    }
    add(piece)
    if !isMore { end() }
  }

  private mutating func add(_ piece: [UInt8]) {
    if piece.isEmpty { return }
    let now = Clock.boottime.now()
    if pending.isEmpty { waitingSince = now }
    pending.append(piece)
    batchBegun = pending.hasOpenBatch ? batchBegun ?? now : nil
    if link == nil, pending.byteCount > manner.bufferBytes, isPatienceOver(now) {
      outcome.drop(pending.dropOldest(downTo: manner.bufferBytes))
    }
  }

  /// A signal came: what is written already is still sent.
  private mutating func stop() throws(PostProblem) {
    signals?.takeLast()
    for _ in 0..<Self.lastPiecesMax where !inputIsOver {
      if !input.withDescriptor({ $0.wait(for: POLLIN, milliseconds: 0) }) { break }
      try read()
    }
    if inputIsOver { return }
    var rest: [UInt8] = []
    do throws(InputProblem) {
      try input.finish { rest = [UInt8](copying: $0) }
    } catch {
      throw .input(error)
    }
    add(rest)
    end()
  }

  private mutating func end() {
    inputIsOver = true
    pending.finish(saysBye: manner.saysBye)
    batchBegun = nil
    waitingSince = Clock.boottime.now()
    absence.hurry()
  }

  // MARK: The daemon

  private mutating func converse(receives: Bool) throws(PostProblem) {
    guard let link else { return }
    let taken = link.bytesTaken
    defer { if link.bytesTaken > taken { waitingSince = Clock.boottime.now() } }
    do throws(PostLink.Break) {
      if receives { try take(from: link) }
      do throws(PostLink.Break) {
        try link.send(&pending)
      } catch {
        // What it said before it left is why it left.
        try take(from: link)
        throw error
      }
    } catch {
      if !isComplete { try lose(error) }
    }
  }

  private mutating func take(from link: PostLink) throws(PostLink.Break) {
    while let reply = try link.nextReply() {
      switch reply {
      case .acknowledged(let sequence): acknowledge(sequence)
      case .rejected(let text, let line): refuse(text, line)
      default: throw .garbled
      }
    }
  }

  private mutating func acknowledge(_ sequence: UInt64) {
    if !pending.acknowledge(sequence) { return }
    outcome.droppedAndTold = absence.told
    if absence.end() { console.complain("\(path): connected again; \(outcome.repeats)") }
  }

  private mutating func refuse(_ text: String, _ line: UInt64?) {
    if line == nil, manner.reconnects, text.hasPrefix("refused: ") {
      // The connection, not a line: it is tried again.
      if !absence.isOn { console.report("\(path): \(text)") }
      return
    }
    let own = line.flatMap { pending.line(ofConnectionLine: $0) }
    if let own {
      // Sent again and refused again.
      if own <= refusedUpTo { return }
      refusedUpTo = own
    }
    var reason = text
    if let line, text.hasPrefix("line \(line): ") {
      reason = String(text.dropFirst("line \(line): ".count))
    }
    outcome.add(PostOutcome.Refusal(line: own, reason: reason))
    console.report(own.map { "\(input.name):\($0): \(reason)" } ?? "\(input.name): \(reason)")
  }

  private mutating func reconnect(_ now: Int64) {
    if link != nil || now < absence.nextAttempt { return }
    do throws(SystemError) {
      try open(UnixSocket.connect(to: path, nonblocking: true))
    } catch {
      absence.attemptFailed(at: now)
    }
  }

  private mutating func lose(_ problem: PostLink.Break) throws(PostProblem) {
    if case .garbled = problem { throw .garbled }
    if !manner.reconnects { throw .lost(problem) }
    link = nil
    pending.rewind()
    batchBegun = nil
    if absence.begin(at: Clock.boottime.now()) {
      console.complain(
        "\(path): the daemon closed the connection; \(Count.lines(pending.unacknowledged)) to be sent "
          + "when it is back")
    }
  }
}
