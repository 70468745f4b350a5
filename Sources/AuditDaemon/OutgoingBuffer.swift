import LinuxIO

/// Bytes that a client has not taken yet, in order.
struct OutgoingBuffer {
  /// The kernel takes a write of so many bytes whole or not at all: lines that are sent in such pieces
  /// are never broken off, even by the end of the program.
  private static let pieceBytesMax = 4096
  /// What an idle client's buffer may keep of its memory.
  private static let idleBytesMax = 4096

  enum Outcome { case empty, pending, disconnected }

  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: [UInt8]) {
    if isEmpty {
      bytes = more
      start = 0
      return
    }
    // The part that is sent goes once it is the larger one: each byte moves once at most.
    if start > bytes.count / 2 {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes += more
  }

  mutating func removeAll() {
    if bytes.capacity > Self.idleBytesMax {
      bytes = []
    } else {
      bytes.removeAll(keepingCapacity: true)
    }
    start = 0
  }

  /// Writes as much as the client takes without waiting.
  mutating func send(
    to descriptor: borrowing Descriptor, faults: Faults, object: String
  ) throws(SystemError) -> Outcome {
    while !isEmpty {
      let end = endOfPiece
      switch try descriptor.write(bytes, from: start, to: end, faults: faults, object: object) {
      case .bytes(let count): start += count
      case .wouldBlock: return .pending
      case .disconnected:
        removeAll()
        return .disconnected
      }
    }
    removeAll()
    return .empty
  }

  /// The end of as many whole lines as are a piece, or of one longer line.
  private var endOfPiece: Int {
    let limit = start + Self.pieceBytesMax
    if bytes.count <= limit { return bytes.count }
    if let last = bytes[start..<limit].lastIndex(of: 0x0A) { return last + 1 }
    return bytes[limit...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }
}
