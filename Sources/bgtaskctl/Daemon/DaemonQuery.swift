import AuditCore
import Glibc
import LinuxIO

/// Asks the daemon over its control socket and prints what it answers, as it comes.
struct DaemonQuery {
  /// The daemon answers from memory; one that is silent for so long is stuck.
  static let patienceMilliseconds: Int32 = 30000

  let console: Console
  let path: String

  init(_ arguments: Arguments, console: Console) {
    self.console = console
    path = SocketPath.control(arguments, console.environment)
  }

  /// Returns the exit status.
  func ask(_ request: ControlRequest) -> Int32 {
    do throws(SystemError) {
      let socket = try UnixSocket.connect(to: path)
      // A daemon that refuses to hear the question may have said why.
      _ = try socket.writeAll(request.line, object: path)
      return try receive(request, from: socket)
    } catch {
      console.complain(error.description)
      console.complain(ConnectionAdvice.text(for: error))
      return ExitStatus.unavailable
    }
  }

  private func receive(
    _ request: ControlRequest, from socket: borrowing Descriptor
  ) throws(SystemError) -> Int32 {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var lines = LineBuffer()
    var answer: Answer?
    while true {
      // A watch is silent as long as nothing happens.
      let patience = answer != nil && request.verb == .watch ? -1 : Self.patienceMilliseconds
      if !socket.wait(for: POLLIN, milliseconds: patience) { return silent() }
      guard case .bytes(let count) = try socket.read(into: &buffer, object: path) else { break }
      if answer == nil {
        if !lines.append(buffer[..<count]) { return garbled() }
        guard let header = lines.nextLine() else { continue }
        switch ServerLine(header.span) {
        case .accepted(let bytes): answer = Answer(expected: bytes)
        case .refused(let problem): return refused(problem)
        default: return garbled()
        }
        answer?.print(lines.takeRest()[...], on: console)
      } else {
        answer?.print(buffer[..<count], on: console)
      }
      if console.output.isOver { return ExitStatus.success }
    }
    guard let answer else { return hungUp() }
    return ended(answer, request)
  }

  /// The body of an answer, as far as it has come.
  private struct Answer {
    /// nil for a watch, which goes on.
    let expected: UInt64?
    private(set) var received: UInt64 = 0

    init(expected: UInt64?) { self.expected = expected }

    mutating func print(_ bytes: ArraySlice<UInt8>, on console: Console) {
      received += UInt64(bytes.count)
      console.output.write(Array(bytes))
    }
  }

  private func ended(_ answer: Answer, _ request: ControlRequest) -> Int32 {
    if request.verb == .watch {
      console.complain("\(path): the daemon has stopped")
    } else if let expected = answer.expected, answer.received < expected {
      console.complain(
        "\(path): the answer was cut off after \(answer.received) of \(expected) bytes")
    } else {
      return ExitStatus.success
    }
    return ExitStatus.unavailable
  }

  private func refused(_ problem: ControlRequest.Problem) -> Int32 {
    console.complain(problem.text)
    return problem.exit
  }

  private func hungUp() -> Int32 {
    console.complain("\(path): the daemon closed the connection without an answer")
    return ExitStatus.unavailable
  }

  private func silent() -> Int32 {
    console.complain("\(path): no answer for \(Self.patienceMilliseconds / 1000) s")
    return ExitStatus.unavailable
  }

  private func garbled() -> Int32 {
    console.complain("\(path): whoever listens there is not bgtaskd, or of another version")
    return ExitStatus.protocolError
  }
}
