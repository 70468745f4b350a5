/// Lines of text for people, wrapped to a width and coloured where the reader's terminal can.
///
/// Every text goes through `Escaping` here and nowhere else, so no line of a report can carry a
/// control character of a client.
package struct TextPage {
  package let style: TextStyle
  package private(set) var bytes: [UInt8] = []

  package init(style: TextStyle) { self.style = style }

  /// An empty line.
  package mutating func blank() { bytes.append(0x0A) }

  /// One paragraph; what does not fit goes on below, `hanging` columns in, at most half the width.
  package mutating func line(_ runs: [Run], hanging: Int = 0) {
    if let plain = PlainCell.row(runs) {
      write(plain, hanging: hanging)
    } else {
      write(Cell.row(runs), hanging: hanging)
    }
  }

  private mutating func write(_ cells: [some LineCell], hanging: Int) {
    let hanging = min(hanging, style.width / 2)
    var first = true
    for range in LineBreaking.ranges(of: cells, width: style.width, hanging: hanging) {
      if !first { bytes.append(contentsOf: repeatElement(0x20, count: hanging)) }
      append(cells[range])
      bytes.append(0x0A)
      first = false
    }
    if first { bytes.append(0x0A) }
  }

  /// A line that somebody may copy: never broken, however long.
  package mutating func verbatim(_ runs: [Run]) {
    append(Cell.row(runs)[...])
    bytes.append(0x0A)
  }

  private mutating func append(_ cells: ArraySlice<some LineCell>) {
    var tone = Tone.plain
    for cell in cells {
      if style.colour, cell.tone != tone {
        bytes.append(contentsOf: "\u{1B}[0\(cell.tone.codes)m".utf8)
        tone = cell.tone
      }
      cell.append(to: &bytes)
    }
    if tone != .plain { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
  }
}

/// A piece of a line in one tone.
package struct Run: Hashable, Sendable {
  package var text: String
  package var tone: Tone

  package init(_ text: String, _ tone: Tone = .plain) {
    self.text = text
    self.tone = tone
  }

  /// Columns that a terminal needs for it, as it is shown.
  package var width: Int {
    text.isPlain ? text.utf8.count : DisplayWidth.of(Escaping.visible(text))
  }
}

/// What a piece of text means to the reader; a colour terminal shows it.
package enum Tone: Hashable, Sendable {
  case plain, strong, dim, good, info, notice, warning, err, crit

  package init(_ severity: Severity) {
    switch severity {
    case .info: self = .info
    case .notice: self = .notice
    case .warning: self = .warning
    case .err: self = .err
    case .crit: self = .crit
    }
  }

  package init(_ verdict: Verdict) {
    switch verdict {
    case .clean: self = .good
    case .suspect: self = .warning
    case .leaking: self = .err
    case .killed: self = .crit
    }
  }

  /// What follows the reset in an SGR sequence. The 16 colours only: they follow the user's theme.
  var codes: String {
    switch self {
    case .plain: ""
    case .strong: ";1"
    case .dim, .info: ";2"
    case .good: ";1;32"
    case .notice: ";36"
    case .warning: ";1;33"
    case .err: ";1;31"
    case .crit: ";1;97;41"
    }
  }
}
