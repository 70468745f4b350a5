import AuditCore

/// One `Key=Value` of a file, with the section it stands in. An empty value is a reset.
struct Assignment: Hashable {
  var file: String
  /// The first of its lines, counted from 1.
  var line: Int
  var section: String
  var key: String
  var value: String
}

/// What one file says, before any meaning is given to it.
struct INIFile {
  /// A `[Name]` line; the same section may be opened again.
  struct Section: Hashable {
    var file: String
    var line: Int
    var name: String
  }

  var sections: [Section] = []
  var assignments: [Assignment] = []
  var problems = ProblemList()
}

/// Reads INI in systemd's manner (systemd.syntax(7)): comments begin with `#` or `;`, a `\` at the end
/// of a line continues it, white space around keys and values does not count, `\\` is no continuation.
///
/// Hand-written because libinih stops counting at the first bad line, cuts lines at a fixed length and
/// knows neither continuation by `\` nor UTF-8. Goes on after every bad line.
struct INIParser {
  private let name: String
  private var result = INIFile()
  /// nil before the first section, and after a section line that could not be read.
  private var section: String?
  /// After a broken section line, keys are not reported again.
  private var sectionIsBroken = false
  private var line = 0
  /// The text of the lines that ended in `\`, and the number of the first.
  private var pending: (text: String, line: Int)?

  static func parse(_ bytes: [UInt8], name: String) -> INIFile {
    var parser = INIParser(name: name)
    parser.readLines(bytes.span)
    return parser.result
  }

  private init(name: String) { self.name = name }

  private mutating func readLines(_ bytes: Span<UInt8>) {
    var start = bytes.has("\u{FEFF}", at: 0) ? 3 : 0
    while start < bytes.count {
      let end = bytes.firstIndex(of: 0x0A, from: start) ?? bytes.count
      line += 1
      if let text = decode(bytes.extracting(start..<end)) { take(text) }
      start = end + 1
    }
    // A continuation at the end of the file continues with nothing.
    if let (text, first) = pending { finish(text, at: first) }
  }

  /// The line's text without white space at its ends; nil, and a problem, where it is no text.
  private mutating func decode(_ bytes: Span<UInt8>) -> String? {
    let lead = bytes.trimmedRange().lowerBound
    let content = bytes.extracting(bytes.trimmedRange())
    if let nul = content.firstIndex(of: 0) {
      return reject("line", "a NUL byte in column \(lead + nul + 1)")
    }
    do {
      return String(copying: try UTF8Span(validating: content))
    } catch {
      let column = lead + error.byteOffsets.lowerBound + 1
      // A broken section line must not leave its keys to the section before.
      if content.has("[", at: 0) { breakSection() }
      return reject("line", "invalid UTF-8 in column \(column)")
    }
  }

  private mutating func take(_ text: String) {
    let lead = text.utf8.first
    if lead == UInt8(ascii: "#") || lead == UInt8(ascii: ";") { return }
    let first = pending?.line ?? line
    let whole = (pending?.text ?? "") + text
    let backslashes = text.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    if backslashes % 2 == 1 {
      pending = (String(whole.unicodeScalars.dropLast()) + " ", first)
    } else {
      pending = nil
      finish(whole, at: first)
    }
  }

  private mutating func finish(_ text: String, at first: Int) {
    let text = text.trimmed
    if text.isEmpty { return }
    if text.utf8.first == UInt8(ascii: "[") { return openSection(text, at: first) }
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      if sectionIsBroken { return }
      return reject(text.quotedStart, "neither [Section] nor Key=Value", at: first)
    }
    let key = String(text[..<sign]).trimmed
    if key.isEmpty { return reject(text.quotedStart, "no key before =", at: first) }
    guard let section else {
      if !sectionIsBroken { reject(key.escapedStart, "stands before any [Section]", at: first) }
      return
    }
    let value = String(text[text.utf8.index(after: sign)...]).trimmed
    result.assignments.append(
      Assignment(file: name, line: first, section: section, key: key, value: value))
  }

  private mutating func openSection(_ text: String, at first: Int) {
    let title = String(text.unicodeScalars.dropFirst().dropLast()).trimmed
    guard text.utf8.last == UInt8(ascii: "]"), !title.isEmpty,
      !title.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") })
    else {
      breakSection()
      return reject(text.quotedStart, "not a section such as [Audit]", at: first)
    }
    section = title
    sectionIsBroken = false
    result.sections.append(INIFile.Section(file: name, line: first, name: title))
  }

  private mutating func breakSection() {
    section = nil
    sectionIsBroken = true
  }

  private mutating func reject(_ what: String, _ why: String, at first: Int) {
    result.problems.append(
      ConfigurationProblem(file: name, line: first, what: what, why: why))
  }

  private mutating func reject(_ what: String, _ why: String) -> String? {
    reject(what, why, at: line)
    return nil
  }
}
