import Glibc
import LinuxIO

/// The other end of one of the daemon's sockets. Never waits.
final class TestClient {
  private var descriptor: Descriptor?
  /// All that the daemon has sent.
  private(set) var received = ""
  /// The daemon has closed the connection.
  private(set) var isClosed = false

  init(_ path: String) throws {
    Signals.ignoreBrokenPipe()
    let descriptor = try UnixSocket.connect(to: path)
    try descriptor.setNonblocking()
    self.descriptor = consume descriptor
  }

  var lines: [String] { received.split(separator: "\n").map(String.init) }

  /// Writes what the socket takes; returns how many bytes that were.
  func write(_ bytes: [UInt8], from start: Int = 0) throws -> Int {
    switch try descriptor?.write(bytes, from: start, object: "test client") {
    case .bytes(let count): return count
    case .wouldBlock: return 0
    case .disconnected, nil:
      isClosed = true
      return 0
    }
  }

  /// Takes what has come by now.
  func read() throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isClosed {
      switch try descriptor?.read(into: &buffer, object: "test client") {
      case .bytes(let count): received += String(decoding: buffer[..<count], as: UTF8.self)
      case .wouldBlock: return
      case .endOfStream, nil: isClosed = true
      }
    }
  }

  func shutdownWriting() {
    if let number = descriptor?.number { _ = shutdown(number, Int32(SHUT_WR)) }
  }

  func close() { descriptor = nil }
}
