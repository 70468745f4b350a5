import AuditCore
import Glibc
import LinuxIO

/// A connection to the ingest socket that posts one log and hears what the daemon says of it.
///
/// Replies are read while lines are written: a daemon that cannot get rid of its replies would stop
/// reading, and both would wait for ever.
struct IngestLink: ~Copyable {
  /// Of our own, before the first line of the file; the daemon counts them too.
  private static let linesAhead: UInt64 = 1
  private static let hello = Array("{\"v\":1,\"event\":\"hello\",\"ack\":true}\n".utf8)

  /// Why posting ends early.
  private enum Break: Error {
    case input(SystemError)
    case socket(SystemError)
    case hungUp, silent, garbled
  }

  private let socket: Descriptor
  private let path: String
  private let file: String
  private let console: Console
  private var replies = LineBuffer()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var lastByte: UInt8 = 0x0A
  /// An acknowledgement of this or more is the last one; nil until all is sent.
  private var awaited: UInt64?
  private var isDone = false
  private(set) var outcome = PostOutcome()

  init(path: String, file: String, console: Console) throws(SystemError) {
    let socket = try UnixSocket.connect(to: path)
    try socket.setNonblocking()
    self.socket = socket
    self.path = path
    self.file = file
    self.console = console
  }

  /// Sends all of `input` and waits for the acknowledgement. Returns the exit status.
  mutating func send(_ input: inout InputFile, saysBye: Bool) -> Int32 {
    do throws(Break) {
      try write(Self.hello)
      while try sendPiece(of: &input) {}
      try finish(saysBye: saysBye)
      return outcome.refusedCount > 0 ? ExitStatus.dataError : ExitStatus.success
    } catch {
      return explain(error)
    }
  }

  /// False at the end of the input.
  private mutating func sendPiece(of input: inout InputFile) throws(Break) -> Bool {
    let ready = input.withDescriptor { ReadablePair.wait($0, socket) }
    if ready.second { try drain() }
    if !ready.first { return true }
    var piece: [UInt8] = []
    do throws(SystemError) {
      if try !input.next({ piece = [UInt8](copying: $0) }) { return false }
    } catch {
      throw .input(error)
    }
    for byte in piece where byte == 0x0A { outcome.lines += 1 }
    lastByte = piece.last ?? lastByte
    try write(piece)
    return true
  }

  private mutating func finish(saysBye: Bool) throws(Break) {
    if lastByte != 0x0A {
      outcome.lines += 1
      try write([0x0A])
    }
    // The file's own hello may have declined acknowledgements.
    try write(Self.hello)
    let event = saysBye ? "bye" : "mark"
    try write(Array("{\"event\":\"\(event)\",\"seq\":\(outcome.lines)}\n".utf8))
    awaited = outcome.lines
    while !isDone {
      if !socket.wait(for: POLLIN, milliseconds: DaemonQuery.patienceMilliseconds) {
        throw .silent
      }
      try drain()
    }
  }

  private mutating func write(_ bytes: [UInt8]) throws(Break) {
    var start = 0
    while start < bytes.count {
      let written: WriteOutcome
      do throws(SystemError) {
        written = try socket.write(bytes, from: start, object: path)
      } catch {
        throw .socket(error)
      }
      switch written {
      case .bytes(let count): start += count
      case .disconnected:
        // What it said before it left is why it left.
        try drain()
        throw .hungUp
      case .wouldBlock:
        let patience = DaemonQuery.patienceMilliseconds
        if !socket.wait(for: POLLIN | POLLOUT, milliseconds: patience) { throw .silent }
        try drain()
      }
    }
  }

  /// Takes all replies that are there.
  private mutating func drain() throws(Break) {
    while !isDone {
      let read: ReadOutcome
      do throws(SystemError) {
        read = try socket.read(into: &buffer, object: path)
      } catch {
        throw .socket(error)
      }
      switch read {
      case .wouldBlock: return
      case .endOfStream: throw .hungUp
      case .bytes(let count):
        if !replies.append(buffer[..<count]) { throw .garbled }
        while let line = replies.nextLine() { try take(line) }
      }
    }
  }

  private mutating func take(_ line: [UInt8]) throws(Break) {
    switch ServerLine(line.span) {
    case .acknowledged(let sequence):
      if let awaited, sequence >= awaited { isDone = true }
    case .rejected(let text, let line):
      refuse(text, line: line)
    default: throw .garbled
    }
  }

  /// The daemon counts the lines of the connection; people want those of their file.
  private mutating func refuse(_ text: String, line: UInt64?) {
    guard let line, line > Self.linesAhead else {
      outcome.add(PostOutcome.Refusal(line: nil, reason: text))
      return console.report("\(file): \(text)")
    }
    let prefix = "line \(line): "
    let reason = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    let own = line - Self.linesAhead
    outcome.add(PostOutcome.Refusal(line: own, reason: reason))
    console.report("\(file):\(own): \(reason)")
  }

  private func explain(_ problem: Break) -> Int32 {
    switch problem {
    case .input(let error):
      console.complain(error.description)
      return ExitStatus.noInput
    case .socket(let error):
      console.complain(error.description)
    case .hungUp:
      console.complain(
        "\(path): the daemon closed the connection after \(outcome.lines) lines, before it had "
          + "acknowledged them")
    case .silent:
      console.complain(
        "\(path): no acknowledgement for \(DaemonQuery.patienceMilliseconds / 1000) s")
    case .garbled:
      console.complain("\(path): whoever listens there is not bgtaskd, or of another version")
      return ExitStatus.protocolError
    }
    return ExitStatus.unavailable
  }
}
