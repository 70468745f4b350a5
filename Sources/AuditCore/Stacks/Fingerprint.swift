enum Fingerprint {
  static func value(rule: Rule, image: String?, digest: UInt64) -> UInt64 { digest }
  static func text(_ v: UInt64) -> String { hexadecimal(v) }
}
