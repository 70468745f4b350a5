import CShims
import Glibc

/// Where the kernel notes that a message was sent, in memory that outlives this process: of a process
/// that is killed while it sends, the next one knows whether the message went out.
@safe package struct SendNote {
  /// What a note takes of the memory.
  package static let bytes = Int(CSHIMS_NOTE_BYTES)

  fileprivate let place: UnsafeMutableRawPointer
  /// Keeps the place mapped.
  private let memory: SharedMemory

  init(_ place: UnsafeMutableRawPointer, in memory: SharedMemory) {
    unsafe self.place = place
    self.memory = memory
  }

  /// Whether the message was sent.
  package var isSent: Bool { unsafe cshims_is_noted(place) != 0 }

  /// Before another message.
  package func clear() { unsafe cshims_clear_note(place) }

  /// Of what was sent by other means than `Descriptor.send`.
  package func markSent() { unsafe cshims_fill_note(place) }
}

extension Descriptor {
  /// Sends `message` as one datagram, with a descriptor if one is given, and waits for room where the
  /// socket does. That it was sent stands in `note` before the call returns.
  package borrowing func send(
    _ message: [UInt8], passing descriptor: Int32? = nil, noting note: SendNote? = nil,
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
