/// Names the same fault the same in every launch and build: a hash of rule, image and the normalised
/// symbols of the app's frames, or of the task's name where there is no stack; where there is neither, of the app.
package enum Fingerprint {
  /// `digest` as `StackFacts` has it; 0 where neither stack nor name is known.
  package static func value(
    rule: Rule, image: String?, digest: UInt64, app: String? = nil
  ) -> UInt64 {
    var hash = StableHash()
    hash.add(rule.rawValue)
    hash.add(image.map(HolderTable.stableImage) ?? "")
    hash.add(Self.text(digest))
    if let app { hash.add(app) }
    return hash.value
  }

  /// 16 hexadecimal digits.
  package static func text(_ value: UInt64) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for shift in stride(from: UInt64(60), through: 0, by: -4) {
      text.append(digits[Int(value &>> shift & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A task name without what differs from task to task: numbers and UUIDs become `#`.
  static func normalised(taskName: String) -> String {
    let bytes = Array(taskName.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      var end = index
      while end < bytes.count, isWord(bytes[end]) { end += 1 }
      if end == index {
        output.append(bytes[index])
        index += 1
        continue
      }
      appendWord(bytes[index..<end], to: &output)
      index = end
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 6
  }

  /// Parts between hyphens: UUIDs and long hexadecimal numbers vanish, elsewhere only digits.
  private static func appendWord(_ word: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    var index = 0
    while index < parts.count {
      if index > 0 { output.append(UInt8(ascii: "-")) }
      let part = parts[index]
      if isUUID(parts[index...].prefix(5)) {
        output.append(UInt8(ascii: "#"))
        index += 5
        continue
      }
      if part.count >= 8, part.allSatisfy(isHex), part.contains(where: { $0 &- 0x30 <= 9 }) {
        output.append(UInt8(ascii: "#"))
      } else {
        appendWithoutDigits(part, to: &output)
      }
      index += 1
    }
  }

  private static func isUUID(_ parts: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(isHex) }
  }

  private static func appendWithoutDigits(_ part: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var inDigits = false
    for byte in part {
      let isDigit = byte &- 0x30 <= 9
      if !isDigit { output.append(byte) } else if !inDigits { output.append(UInt8(ascii: "#")) }
      inDigits = isDigit
    }
  }
}

/// FNV-1a with 64 bits. Fingerprints outlive every version of the program, so this never changes.
struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds a text and its end, so that "ab", "c" differs from "a", "bc".
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF)
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
