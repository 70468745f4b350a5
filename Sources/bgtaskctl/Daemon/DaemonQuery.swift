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
      if try !socket.writeAll(request.line, object: path) { return hungUp() }
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
    var headerSeen = false
    while true {
      // A watch is silent as long as nothing happens.
      let patience = headerSeen && request.verb == .watch ? -1 : Self.patienceMilliseconds
      if !socket.wait(for: POLLIN, milliseconds: patience) { return silent() }
      guard case .bytes(let count) = try socket.read(into: &buffer, object: path) else { break }
      if headerSeen {
        console.output.write(Array(buffer[..<count]))
      } else {
        if !lines.append(buffer[..<count]) { return garbled() }
        guard let header = lines.nextLine() else { continue }
        if let refusal = judge(header) { return refusal }
        headerSeen = true
        console.output.write(lines.takeRest())
      }
      if console.output.isOver { return ExitStatus.success }
    }
    if !headerSeen { return hungUp() }
    if request.verb != .watch { return ExitStatus.success }
    console.complain("\(path): the daemon has stopped")
    return ExitStatus.unavailable
  }

  /// nil if the request is met.
  private func judge(_ header: [UInt8]) -> Int32? {
    switch ServerLine(header.span) {
    case .accepted: return nil
    case .refused(let problem):
      console.complain(problem.text)
      return problem.exit
    default: return garbled()
    }
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
