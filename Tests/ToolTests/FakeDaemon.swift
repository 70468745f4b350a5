import Foundation
import LinuxIO

/// A daemon that answers one client as a test tells it to, so that every answer can be brought about.
final class FakeDaemon: Sendable {
  let path: String
  private let scratch: Scratch
  private let done = DispatchSemaphore(value: 0)

  /// `answer` runs on a thread of its own with the connected client.
  init(_ answer: @escaping @Sendable (borrowing FakeClient) -> Void) throws {
    // The program may leave while it is still being answered.
    Signals.ignoreBrokenPipe()
    scratch = try Scratch()
    path = scratch.path("daemon.sock")
    let listener = try ListeningSocket(path: path, mode: 0o600)
    let done = done
    let box = ListenerBox(listener)
    Thread.detachNewThread {
      if let client = box.accept() { answer(client) }
      done.signal()
    }
  }

  /// Returns once the answer is given and the connection closed.
  func wait() { done.wait() }
}

/// Lets the thread own the listener, which cannot be copied into its closure.
private final class ListenerBox: Sendable {
  private let listener: ListeningSocket

  init(_ listener: consuming ListeningSocket) { self.listener = listener }

  func accept() -> FakeClient? {
    _ = listener.descriptor.wait(for: POLLIN, milliseconds: -1)
    guard let socket = try? UnixSocket.accept(from: listener.descriptor, object: "test") else {
      return nil
    }
    return FakeClient(socket)
  }
}

/// The daemon's end of a connection.
struct FakeClient: ~Copyable, Sendable {
  private let socket: Descriptor

  init(_ socket: consuming Descriptor) { self.socket = socket }

  borrowing func send(_ text: String) { _ = try? socket.writeAll(Array(text.utf8), object: "test") }

  /// All that comes until `end` stands at the end of it, or the client leaves.
  borrowing func receive(until end: String) -> String {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !String(decoding: received, as: UTF8.self).hasSuffix(end) {
      _ = socket.wait(for: POLLIN, milliseconds: -1)
      guard case .bytes(let count) = try? socket.read(into: &buffer, object: "test") else { break }
      received += buffer[..<count]
    }
    return String(decoding: received, as: UTF8.self)
  }
}
