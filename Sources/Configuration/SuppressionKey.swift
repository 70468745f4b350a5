import AuditCore

/// One key of `[Suppress NAME]`: how a value is taken, and what an empty assignment puts back.
struct SuppressionKey: SectionKey {
  typealias Draft = Suppression

  let name: String
  /// It says what is suppressed; one of these must stand in each section.
  let isMatch: Bool
  let take: @Sendable (inout Suppression, String) throws(BadValue) -> Void
  let reset: @Sendable (inout Suppression) -> Void
}

extension SuppressionKey {
  /// Every key there is, in the order of `config/suppressions.conf`.
  static let all: [SuppressionKey] = [
    SuppressionKey(name: "Rules", isMatch: true) { (suppression, text) throws(BadValue) in
      suppression.match.rules.formUnion(try Values.rules(text))
    } reset: {
      $0.match.rules = []
    },
    SuppressionKey(name: "Fingerprint", isMatch: true) { (suppression, text) throws(BadValue) in
      guard text.utf8.count == 16, text.utf8.allSatisfy({ $0.hexDigitValue != nil }) else {
        throw BadValue("\(text.quotedStart) is not a fingerprint, of 16 hexadecimal digits")
      }
      try Values.checkRoom(suppression.match.fingerprints.count)
      suppression.match.fingerprints.insert(text.lowercased())
    } reset: {
      $0.match.fingerprints = []
    },
    texts("SDK", \.match.sdks), texts("Image", \.match.images),
    texts("Symbol", \.match.symbols), texts("Holder", \.match.holders),
    texts("Task", \.match.tasks), texts("App", \.match.apps),
    texts("Process", \.match.processes),
    SuppressionKey(name: "Reason", isMatch: false) { (suppression, text) throws(BadValue) in
      suppression.reason = text
    } reset: {
      $0.reason = ""
    },
    SuppressionKey(name: "Until", isMatch: false) { (suppression, text) throws(BadValue) in
      guard let day = CalendarDay(text) else {
        throw BadValue("\(text.quotedStart) is not a day such as 2027-01-31")
      }
      suppression.until = day
    } reset: {
      $0.until = nil
    },
    SuppressionKey(name: "Maximum", isMatch: false) { (suppression, text) throws(BadValue) in
      suppression.countMax = try Values.integer(text, in: 1...1_000_000)
    } reset: {
      $0.countMax = nil
    },
  ]

  /// Each assignment adds one text or beginning of texts.
  private static func texts(
    _ name: String, _ path: any WritableKeyPath<Suppression, [TextPattern]> & Sendable
  ) -> SuppressionKey {
    SuppressionKey(name: name, isMatch: true) { (suppression, text) throws(BadValue) in
      if text == "*" { throw BadValue("* alone would hold for everything") }
      try Values.checkRoom(suppression[keyPath: path].count)
      suppression[keyPath: path].append(TextPattern(text))
    } reset: {
      $0[keyPath: path] = []
    }
  }
}
