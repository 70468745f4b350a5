import CShims
import Glibc

/// Where the kernel notes how much was sent or received, in memory that outlives this process: of a
/// process that is killed while it sends or reads, the next one knows what came of that.
@safe package struct TransferNote {
  /// What a note takes of the memory.
  package static let bytes = Int(CSHIMS_NOTE_BYTES)

  let place: UnsafeMutableRawPointer
  /// Keeps the place mapped.
  private let memory: SharedMemory

  init(_ place: UnsafeMutableRawPointer, in memory: SharedMemory) {
    unsafe self.place = place
    self.memory = memory
  }

  /// The bytes that were sent or received since `clear`.
  package var count: Int { Int(unsafe cshims_note(place)) }

  /// Whether the message was sent.
  package var isSent: Bool { count > 0 }

  /// Before anything else is sent or received.
  package func clear() { unsafe cshims_set_note(place, 0) }

  /// Of what was sent by other means than `Descriptor.send`.
  package func markSent() { unsafe cshims_set_note(place, 1) }
}

extension Descriptor {
  /// Sends `message` as one datagram, with a descriptor if one is given, and waits for room where the
  /// socket does. That it was sent stands in `note` before the call returns.
  package borrowing func send(
    _ message: [UInt8], passing descriptor: Int32? = nil, noting note: TransferNote? = nil,
    faults: Faults = .none, object: @autoclosure () -> String
  ) throws(SystemError) {
    while true {
      var code = faults.code(for: .send) ?? 0
      if code == 0 {
        let sent = unsafe message.withUnsafeBytes { buffer in
          unsafe cshims_send_noted(
            number, note?.place, buffer.baseAddress, buffer.count, descriptor ?? -1)
        }
        code = sent < 0 ? errno : 0
      }
      switch code {
      case 0: return
      case EINTR: continue
      default: throw SystemError(code: code, operation: "send to", object: object())
      }
    }
  }
}
