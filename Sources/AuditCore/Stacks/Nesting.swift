/// How deep in brackets a scan of a demangled name stands.
struct Nesting {
  /// Never below 0: operators such as `>` close what was never opened.
  private(set) var depth = 0

  mutating func pass(_ byte: UInt8, after previous: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(0, depth - 1)
    // The arrow of a function type closes nothing.
    case UInt8(ascii: ">") where previous != UInt8(ascii: "-"): depth = max(0, depth - 1)
    default: break
    }
  }
}
