import AuditCore
import LinuxIO

/// Reads the values of single keys. Every error quotes the value and says what would do.
enum Values {
  /// A budget is at least what the shortest system gives and at most a day.
  static let budgetBounds = Microseconds.seconds(1)...Microseconds.seconds(86400)

  /// `sun_path` of a Unix socket's address holds 108 bytes, the last of them 0.
  private static let socketPathBytesMax = 107

  static func socketPath(_ text: String) throws(BadValue) -> String {
    guard text.utf8.first == UInt8(ascii: "/"), text.utf8.last != UInt8(ascii: "/") else {
      throw BadValue("\(text.quotedStart) is not an absolute path of a socket")
    }
    guard text.utf8.count <= socketPathBytesMax else {
      throw BadValue("longer than the \(socketPathBytesMax) bytes that a socket's path may have")
    }
    return text
  }

  static func loopback(_ text: String) throws(BadValue) -> LoopbackAddress? {
    guard let address = LoopbackAddress(text) else {
      throw BadValue(
        "\(text.quotedStart) is not an address and port of this machine such as 127.0.0.1:8123 or "
          + "[::1]:8123; others would see what clients log")
    }
    return address
  }

  static func file(_ text: String) throws(BadValue) -> String? {
    guard text.utf8.first == UInt8(ascii: "/"), text.utf8.last != UInt8(ascii: "/") else {
      throw BadValue("\(text.quotedStart) is not an absolute path of a file")
    }
    return text
  }

  static func folder(_ text: String) throws(BadValue) -> String? {
    guard text.utf8.first == UInt8(ascii: "/") else {
      throw BadValue("\(text.quotedStart) is not an absolute path of a folder")
    }
    return text
  }

  static func mode(_ text: String) throws(BadValue) -> UInt32 {
    let isOctal = text.utf8.allSatisfy { (0x30...0x37).contains($0) }
    guard isOctal, (3...4).contains(text.utf8.count), let mode = UInt32(text, radix: 8),
      mode <= 0o777
    else { throw BadValue("\(text.quotedStart) is not an octal mode from 0000 to 0777") }
    return mode
  }

  /// A name that sysusers.d(5) would take, or a number. Whether it exists is asked when it is used.
  static func group(_ text: String) throws(BadValue) -> String? {
    let isNumber = UInt32(text) != nil && text.utf8.first != UInt8(ascii: "+")
    let isName =
      text.utf8.count <= 31 && !(0x30...0x39).contains(text.utf8.first ?? 0x30)
      && text.utf8.first != UInt8(ascii: "-") && text.utf8.allSatisfy(isNameByte)
    guard isNumber || isName else {
      throw BadValue("\(text.quotedStart) is not the name or number of a group")
    }
    return text
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }

  static func integer(_ text: String, in bounds: ClosedRange<Int>) throws(BadValue) -> Int {
    var position = 0
    let span = text.utf8.span
    guard let number = span.decimal(at: &position), position == span.count,
      let value = Int(exactly: number), bounds.contains(value)
    else {
      let range = "\(bounds.lowerBound) to \(bounds.upperBound)"
      throw BadValue("\(text.quotedStart) is not a whole number from \(range)")
    }
    return value
  }

  /// A number of bytes, with systemd's suffixes K, M and G to the base of 1024.
  static func bytes(_ text: String, in bounds: ClosedRange<Int>) throws(BadValue) -> Int {
    let factors: [UInt8: UInt64] = [
      UInt8(ascii: "K"): 1 << 10, UInt8(ascii: "M"): 1 << 20, UInt8(ascii: "G"): 1 << 30,
    ]
    var position = 0
    let span = text.utf8.span
    let number = span.decimal(at: &position)
    let factor =
      position == span.count ? 1 : position + 1 == span.count ? factors[span[position]] : nil
    if let number, let factor {
      let (product, overflow) = number.multipliedReportingOverflow(by: factor)
      if !overflow, let value = Int(exactly: product), bounds.contains(value) { return value }
    }
    let range = "\(byteText(bounds.lowerBound)) to \(byteText(bounds.upperBound))"
    throw BadValue("\(text.quotedStart) is not a number of bytes from \(range), such as 512K or 1M")
  }

  private static func byteText(_ bytes: Int) -> String {
    for (suffix, shift) in [("G", 30), ("M", 20), ("K", 10)] where bytes % (1 << shift) == 0 {
      return "\(bytes >> shift)\(suffix)"
    }
    return "\(bytes)"
  }

  static func span(
    _ text: String, in bounds: ClosedRange<Microseconds>
  ) throws(BadValue) -> Microseconds {
    guard let span = TimeSpan.parse(text) else {
      throw BadValue("\(text.quotedStart) is not a time span such as 5s, 1min 30s or 150ms")
    }
    if span < bounds.lowerBound {
      throw BadValue("\(text.quotedStart) is less than \(DurationText.brief(bounds.lowerBound))")
    }
    if span > bounds.upperBound {
      throw BadValue("\(text.quotedStart) is more than \(DurationText.brief(bounds.upperBound))")
    }
    return span
  }

  /// `NAME: SPAN`; the name may hold colons.
  static func budget(_ text: String) throws(BadValue) -> (subject: String, seconds: Double) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      throw BadValue("\(text.quotedStart) is not NAME: TIME such as iOS 12: 180s")
    }
    let subject = String(text[..<colon]).trimmed
    if subject.isEmpty { throw BadValue("\(text.quotedStart) has no name before the colon") }
    let time = String(text[text.utf8.index(after: colon)...]).trimmed
    return (subject, try span(time, in: budgetBounds).inSeconds)
  }

  /// nil is "off".
  static func severity(_ text: String) throws(BadValue) -> Severity? {
    if text == "off" { return nil }
    if let severity = Severity(name: text) { return severity }
    let names = Severity.allCases.reversed().map(\.name)
    let hint = NearMiss.hint(for: text, among: names + ["off"])
    throw BadValue("\(text.quotedStart) is none of \(names.joined(separator: ", ")), off\(hint)")
  }

  /// Names of rules, with spaces between.
  static func rules(_ text: String) throws(BadValue) -> Set<Rule> {
    var rules: Set<Rule> = []
    for word in text.split(separator: " ") {
      guard let rule = Rule(rawValue: String(word)) else {
        let hint = NearMiss.hint(for: String(word), among: Rule.allCases.map(\.rawValue))
        throw BadValue("\(String(word).quotedStart) is no rule\(hint)")
      }
      rules.insert(rule)
    }
    return rules
  }

  static func checkRoom(_ count: Int) throws(BadValue) {
    if count >= Limits.configurationListMax {
      throw BadValue("more than \(Limits.configurationListMax) entries")
    }
  }
}
