/// One input, read from the front: the first bytes choose, the rest is what strangers send.
struct FuzzInput {
  let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte; 0 past the end.
  mutating func byte() -> UInt8 {
    if position == bytes.count { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next two bytes as a number, the lower one first.
  mutating func number() -> Int {
    let low = Int(byte())
    return low | Int(byte()) << 8
  }

  var isAtEnd: Bool { position == bytes.count }

  /// As many bytes as are left, at most `count`.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let end = min(position + count, bytes.count)
    defer { position = end }
    return Array(bytes[position..<end])
  }

  /// Everything that was not read yet.
  mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return Array(bytes[position...])
  }
}
