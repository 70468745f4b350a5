import AuditCore

/// How texts of a configuration file are trimmed and shown.
extension String {
  /// Characters of a bad text that are shown; the line number leads to the rest.
  private static let shownMax = 60

  /// Without spaces and tabs at its ends.
  var trimmed: String {
    let range = utf8.span.trimmedRange()
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(self[start..<utf8.index(start, offsetBy: range.count)])
  }

  /// The beginning, safe to print on one line of a terminal.
  var escapedStart: String {
    let cut = prefix(Self.shownMax)
    return Escaping.visible(String(cut)) + (cut.endIndex == endIndex ? "" : "…")
  }

  /// `escapedStart` in quotation marks.
  var quotedStart: String { "\"\(escapedStart)\"" }
}
