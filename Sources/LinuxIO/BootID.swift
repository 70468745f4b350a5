import Glibc

/// Which boot of the machine this is: clocks that run since boot and memory that a file keeps mean
/// something only within one.
package struct BootID: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64

  /// 32 hexadecimal digits.
  package var text: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// 32 hexadecimal digits, with or without hyphens; nil for anything else.
  package init?(_ text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32,
      let high = UInt64(String(decoding: digits[..<16], as: UTF8.self), radix: 16),
      let low = UInt64(String(decoding: digits[16...], as: UTF8.self), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  /// `BGTASKD_BOOT_ID`, which the service unit sets because its sandbox hides the kernel's own, else
  /// that; nil where neither is there.
  package static func current() -> BootID? {
    if let text = unsafe getenv("BGTASKD_BOOT_ID"), let boot = unsafe BootID(String(cString: text))
    {
      return boot
    }
    var buffer = [UInt8](repeating: 0, count: 64)
    let path = "/proc/sys/kernel/random/boot_id"
    guard let file = try? File.open(path),
      case .bytes(let count) = try? file.read(into: &buffer, object: path)
    else { return nil }
    return BootID(String(decoding: buffer[..<max(0, count - 1)], as: UTF8.self))
  }
}
