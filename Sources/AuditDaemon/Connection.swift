import AuditCore
import LinuxIO
import Systemd

/// A client's socket in the loop, with the bytes that are yet to be sent to it.
///
/// Closed with its owner, or earlier by `close`.
final class Connection {
  private let descriptor: Descriptor
  private let faults: Faults
  private let name: String
  private var outgoing = OutgoingBuffer()
  private var source: ReadinessSource?
  private var wantsInput = true
  /// A call on the socket failed, so nobody knows what did not come through.
  private(set) var isBroken = false

  /// Bytes that the client has not taken yet.
  var unsentCount: Int { outgoing.count }

  init(_ descriptor: consuming Descriptor, name: String, faults: Faults) {
    self.descriptor = descriptor
    self.name = name
    self.faults = faults
  }

  // The loop must forget the descriptor before its number can belong to somebody else.
  deinit { source = nil }

  /// Calls `ready` whenever there is input, an end, or room for what is unsent.
  func start(_ loop: EventLoop, ready: @escaping (IOReadiness) -> Void) throws(SystemError) {
    source = try ReadinessSource(loop, descriptor, for: .readable, run: ready)
  }

  /// One read of `max` bytes at most; a failure of the socket is its end.
  func read(into buffer: inout [UInt8], max: Int = .max) -> ReadOutcome {
    do throws(SystemError) {
      return try descriptor.read(into: &buffer, max: max, faults: faults, object: name)
    } catch {
      isBroken = true
      return .endOfStream
    }
  }

  /// The same into the spool, where the bytes are noted as `input`'s. Returns where they stand, too.
  func read(into spool: Spool, _ input: Input, max: Int) -> (ReadOutcome, Range<Int>) {
    do throws(SystemError) {
      return try spool.receive(
        from: descriptor, client: input.client, arrival: input.arrival,
        max: max, faults: faults, object: name)
    } catch {
      isBroken = true
      return (.endOfStream, 0..<0)
    }
  }

  func append(_ bytes: [UInt8]) { outgoing.append(bytes) }

  /// Sends what the client takes now and waits for room for the rest. False if the client is gone,
  /// and with it what was unsent; there may still be input from it.
  @discardableResult
  func flush() -> Bool {
    if outgoing.isEmpty { return true }
    let outcome: OutgoingBuffer.Outcome
    do throws(SystemError) {
      outcome = try outgoing.send(to: descriptor, faults: faults, object: name)
    } catch {
      // The client must not wait for what was not sent.
      isBroken = true
      shutDown()
      outcome = .disconnected
    }
    if outcome == .disconnected { outgoing.removeAll() }
    waitAnew()
    return outcome != .disconnected
  }

  /// No more input is wanted; what is unsent still goes out.
  func stopReading() {
    wantsInput = false
    waitAnew()
  }

  /// Stops and starts everything, for a client that has to wait. A stopped one does not even see that
  /// its client has gone.
  func setRunning(_ running: Bool) { source?.setRunning(running) }

  /// Takes the client out of the loop. The descriptor closes with the owner.
  func close() { source = nil }

  /// Ends the connection though somebody else may hold a copy of its descriptor. What the client has not
  /// read yet it can still read.
  func shutDown() { UnixSocket.shutdown(descriptor) }

  func withDescriptor<Result>(_ body: (borrowing Descriptor) -> Result) -> Result {
    body(descriptor)
  }

  private func waitAnew() {
    var readiness: IOReadiness = wantsInput ? .readable : []
    if !outgoing.isEmpty { readiness.insert(.writable) }
    source?.wait(for: readiness)
  }
}
