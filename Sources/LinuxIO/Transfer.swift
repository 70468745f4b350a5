import CShims
import Glibc

/// What one read brought.
package enum ReadOutcome: Hashable, Sendable {
  /// So many bytes, at the start of the buffer.
  case bytes(Int)
  /// The other end has closed or reset: no more will come.
  case endOfStream
  /// Nothing now; the descriptor does not wait.
  case wouldBlock
}

/// What one write took.
package enum WriteOutcome: Hashable, Sendable {
  case bytes(Int)
  /// Nothing now; the descriptor does not wait.
  case wouldBlock
  /// The other end is gone: nothing will ever be taken.
  case disconnected
}

/// What `read` returned, with its errno or 0.
struct ReadResult {
  var count: Int
  var code: Int32
  var wanted: Int

  func outcome(object: @autoclosure () -> String) throws(SystemError) -> ReadOutcome {
    switch code {
    case 0: return count == 0 && wanted > 0 ? .endOfStream : .bytes(count)
    case EAGAIN: return .wouldBlock
    case ECONNRESET: return .endOfStream
    default: throw SystemError(code: code, operation: "read", object: object())
    }
  }
}

extension Descriptor {
  /// One `read` into `buffer`, at most its count. Interrupted calls are repeated. A reset connection
  /// counts as its end: a peer that leaves without reading its replies resets it, which is no fault.
  package borrowing func read(
    into buffer: inout [UInt8], max: Int = .max, faults: Faults = .none,
    object: @autoclosure () -> String
  ) throws(SystemError) -> ReadOutcome {
    let result = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(max)), faults: faults)
    }
    return try result.outcome(object: object())
  }

  /// The same into memory of any kind; of a socket, with a note of how much came.
  borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer, noting note: TransferNote? = nil, faults: Faults
  ) -> ReadResult {
    while true {
      var code = faults.code(for: .read) ?? 0
      var count = 0
      if code == 0 {
        if let note {
          count = unsafe cshims_receive_noted(
            number, note.place, buffer.baseAddress, buffer.count)
        } else {
          count = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
        }
        code = count < 0 ? errno : 0
      }
      // `recvmmsg` says of a reset once, and before what was sent before it.
      if code == EINTR || code == ECONNRESET && note != nil { continue }
      return ReadResult(count: count, code: code, wanted: buffer.count)
    }
  }

  /// One `write` of `bytes` from `start` on, to `end` if that is given. Interrupted calls are repeated. SIGPIPE must be ignored.
  package borrowing func write(
    _ bytes: [UInt8], from start: Int = 0, to end: Int? = nil, faults: Faults = .none,
    object: @autoclosure () -> String
  ) throws(SystemError) -> WriteOutcome {
    while true {
      var code = faults.code(for: .write) ?? 0
      var count = 0
      if code == 0 {
        count = unsafe bytes.withUnsafeBytes { buffer in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start..<(end ?? buffer.count)])
          return unsafe Glibc.write(number, rest.baseAddress, rest.count)
        }
        code = count < 0 ? errno : 0
      }
      switch code {
      case 0: return .bytes(count)
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case EPIPE, ECONNRESET: return .disconnected
      default: throw SystemError(code: code, operation: "write to", object: object())
      }
    }
  }

  /// Writes all of `bytes`, waiting as long as it takes; for blocking descriptors. False if the other
  /// end went away before the last byte.
  package borrowing func writeAll(
    _ bytes: [UInt8], faults: Faults = .none, object: @autoclosure () -> String
  ) throws(SystemError) -> Bool {
    var start = 0
    while start < bytes.count {
      switch try write(bytes, from: start, faults: faults, object: object()) {
      case .bytes(let count): start += count
      case .disconnected: return false
      case .wouldBlock: _ = wait(for: POLLOUT, milliseconds: -1)
      }
    }
    return true
  }

  /// Waits until the descriptor is ready for `events` (`POLLIN`, `POLLOUT`) or closed. False after
  /// `milliseconds` without that; −1 waits for ever.
  package borrowing func wait(for events: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: number, events: Int16(events), revents: 0)
    while true {
      let ready = unsafe poll(&entry, 1, milliseconds)
      if ready < 0 && errno == EINTR { continue }
      return ready > 0
    }
  }
}
