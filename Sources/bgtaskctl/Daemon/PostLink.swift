import AuditCore
import Glibc
import LinuxIO

/// One connection to the ingest socket: what is said first on it, and the daemon's replies.
final class PostLink {
  /// Why a connection can be used no longer.
  enum Break: Error {
    case socket(SystemError)
    case hungUp
    /// Whoever listens there does not speak the protocol.
    case garbled
  }

  private let socket: Descriptor
  private let path: String
  private var replies = LineBuffer()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var preface: [UInt8]
  private var prefaceSent = 0
  /// Bytes that went either way.
  private(set) var bytesTaken = 0

  init(_ socket: consuming Descriptor, path: String, preface: [UInt8]) throws(SystemError) {
    try socket.setNonblocking()
    self.socket = socket
    self.path = path
    self.preface = preface
  }

  func wait(in list: inout PollList, toWrite: Bool) -> Int {
    let writes = toWrite || prefaceSent < preface.count
    return list.add(socket, for: writes ? POLLIN | POLLOUT : POLLIN)
  }

  /// Sends what the daemon takes now.
  func send(_ lines: inout PendingLines) throws(Break) {
    while prefaceSent < preface.count {
      guard case .bytes(let count) = try took(write(preface, prefaceSent)) else { return }
      prefaceSent += count
    }
    if let outcome = try lines.send(write) { _ = try took(outcome) }
  }

  private func write(_ bytes: [UInt8], _ start: Int) throws(Break) -> WriteOutcome {
    do throws(SystemError) {
      let outcome = try socket.write(bytes, from: start, object: path)
      if case .bytes(let count) = outcome { bytesTaken += count }
      return outcome
    } catch {
      throw .socket(error)
    }
  }

  private func took(_ outcome: WriteOutcome) throws(Break) -> WriteOutcome {
    if outcome == .disconnected { throw .hungUp }
    return outcome
  }

  /// The next reply that is there.
  func nextReply() throws(Break) -> ServerLine? {
    while true {
      if let line = replies.nextLine() {
        guard let reply = ServerLine(line.span) else { throw .garbled }
        return reply
      }
      switch try read() {
      case .wouldBlock: return nil
      case .endOfStream: throw .hungUp
      case .bytes(let count):
        bytesTaken += count
        if !replies.append(buffer[..<count]) { throw .garbled }
      }
    }
  }

  private func read() throws(Break) -> ReadOutcome {
    do throws(SystemError) {
      return try socket.read(into: &buffer, object: path)
    } catch {
      throw .socket(error)
    }
  }
}
