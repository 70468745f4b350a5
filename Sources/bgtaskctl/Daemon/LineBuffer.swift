/// Collects what a socket delivers into lines, bounded.
struct LineBuffer {
  /// A line of the daemon is a header, an acknowledgement or an error; none comes near this.
  private static let lineBytesMax = 1 << 20

  private var bytes: [UInt8] = []

  /// False if a line grows past its bound: whoever sends that does not speak the protocol.
  mutating func append(_ more: ArraySlice<UInt8>) -> Bool {
    bytes.append(contentsOf: more)
    return bytes.count <= Self.lineBytesMax || bytes.contains(0x0A)
  }

  /// The next whole line without its line feed; nil until one is there.
  mutating func nextLine() -> [UInt8]? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    defer { bytes.removeFirst(end + 1) }
    return Array(bytes[..<end])
  }

  /// What follows the lines taken so far.
  mutating func takeRest() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
