import AuditCore

/// Some lines of a log and, once it is sealed, the mark that ends them.
struct PendingBatch {
  /// Of the input, counted from 1.
  let firstLine: UInt64
  private(set) var lines: UInt64 = 0
  var bytes: [UInt8] = []
  /// The `seq` that acknowledges the batch; nil while it grows.
  var mark: UInt64?
  /// The line of the connection that the first line is; nil before it is sent there.
  var placeOnConnection: UInt64?
  /// Lines of which at least a part was sent on an earlier connection.
  private(set) var linesSent: UInt64 = 0
  /// Lines in which a client says who it is.
  private(set) var hellos: [[UInt8]] = []

  init(firstLine: UInt64) { self.firstLine = firstLine }

  /// Adds a line with its end.
  mutating func append(_ line: ArraySlice<UInt8>) {
    bytes += line
    lines += 1
    if line.first == UInt8(ascii: "{"), RememberedHellos.isHello(line) {
      hellos.append(Array(line))
    }
  }

  /// The connection is gone, on which the first `byteCount` bytes were sent.
  mutating func noteSent(_ byteCount: Int) {
    placeOnConnection = nil
    if byteCount >= bytes.count {
      linesSent = lines
      return
    }
    var count: UInt64 = 0
    for byte in bytes[..<byteCount] where byte == 0x0A { count += 1 }
    let isInside = byteCount > 0 && bytes[byteCount - 1] != 0x0A
    linesSent = max(linesSent, min(lines, count + (isInside ? 1 : 0)))
  }
}

/// What clients in the log said of themselves, to be said again on a new connection: the lines after it
/// belong to them.
struct RememberedHellos {
  /// A longer one is no honest client's.
  private static let bytesMax = 4096

  private(set) var lines: [[UInt8]] = []

  /// The newest `Limits.hellosPerStreamMax` are kept, each once.
  mutating func add(_ line: [UInt8]) {
    if line.count > Self.bytesMax { return }
    lines.removeAll { $0 == line }
    if lines.count >= Limits.hellosPerStreamMax { lines.removeFirst() }
    lines.append(line)
  }

  static func isHello(_ line: ArraySlice<UInt8>) -> Bool {
    let line = Array(line)
    let bytes = line.span
    var cursor = JSONCursor()
    var isHello = false
    do throws(JSONError) {
      try cursor.beginObject(in: bytes)
      while let key = try cursor.nextKey(in: bytes) {
        if key.equals("event", in: bytes), try cursor.peek(in: bytes) == .string {
          isHello = try cursor.string(in: bytes).equals("hello", in: bytes)
        } else {
          try cursor.skipValue(in: bytes)
        }
      }
      return isHello
    } catch {
      return false
    }
  }
}
