/// `bgtaskctl audit --explain-lines`: each line of a log, cut to the page's width, and below it how it
/// was read.
package enum ExplainedLineText {
  private static let indent = "    "

  /// The line, its outcome, its events, and what did not take it.
  package static func render(_ line: ExplainedLine, style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    guard let reading = line.reading else {
      page.line([Run("the end of \(line.file)", .strong), Run(" completes")])
      for item in line.items { write(item, to: &page) }
      return page.bytes
    }
    let number = "\(reading.number)  "
    page.line([
      Run(number, .strong), Run(Excerpt.cut(line.text, width: style.width - number.count), .dim),
    ])
    page.line([Run(indent)] + outcome(reading, isQuiet: line.items.isEmpty), hanging: 6)
    for item in line.items { write(item, to: &page) }
    for format in reading.refusals {
      page.line(
        [Run(indent + "  not \(format): its sign is there, the rest is not its shape", .dim)],
        hanging: 8)
    }
    write(reading.patterns, to: &page)
    return page.bytes
  }

  /// Those that lack a text are many where there are many patterns: they share a line.
  private static func write(_ refusals: [LineReading.Refusal], to page: inout TextPage) {
    func note(_ text: String) { page.line([Run(indent + "  " + text, .dim)], hanging: 8) }
    for refusal in refusals where refusal.missing == nil {
      note("not pattern \(refusal.pattern): it \(refusal.why)")
    }
    let lacking = refusals.compactMap { refusal in
      refusal.missing.map { "\(refusal.pattern) (\"\($0)\")" }
    }
    if !lacking.isEmpty {
      note("not pattern \(Words.list(lacking)): the text it needs is not in the line")
    }
  }

  private static func outcome(_ reading: LineReading, isQuiet: Bool) -> [Run] {
    let format = reading.format.map { (reading.isPattern ? "pattern " : "") + $0 }
    let framed = framing(reading, isQuiet: isQuiet)
    switch reading.outcome {
    case .blank: return [Run("blank", .dim)]
    case .part:
      let way = isQuiet ? "goes on" : "is complete"
      return [Run("part", .info), Run(" of \(format ?? "a block"), which \(way)\(framed)")]
    case .read:
      let later = isQuiet ? "; its event waits for the lines that follow" : ""
      return [Run("read", .good), Run(" as \(format ?? "an event")\(framed)\(later)")]
    case .skipped:
      let who = format.map { " as \($0)" } ?? ""
      return [Run("skipped", .notice), Run("\(who): \(reading.reason ?? "")\(framed)")]
    case .unreadable:
      let who = format.map { " as \($0)" } ?? ""
      return [Run("unreadable", .err), Run("\(who): \(reading.reason ?? "")\(framed)")]
    }
  }

  /// `, framed by nslog (Chat[4312], thread 8, 2019-02-18 21:40:02.118)`.
  /// The facts only where no event repeats them.
  private static func framing(_ reading: LineReading, isQuiet: Bool) -> String {
    if reading.framings.isEmpty { return "" }
    var facts: [String] = []
    if isQuiet, !reading.device.isEmpty { facts.append(reading.device) }
    let pid = reading.pid.map { "[\($0)]" } ?? ""
    if isQuiet, !reading.process.isEmpty || !pid.isEmpty { facts.append(reading.process + pid) }
    if isQuiet, reading.thread != 0 { facts.append("thread \(reading.thread)") }
    if isQuiet, let stamp = reading.stamp { facts.append(StampText.full(stamp)) }
    let list = facts.isEmpty ? "" : " (" + facts.joined(separator: ", ") + ")"
    return "; framed by " + reading.framings.joined(separator: " and ") + list
  }

  private static func write(_ item: ExplainedLine.Item, to page: inout TextPage) {
    var runs = [Run(indent + "  "), Run(item.event.kind, .strong)]
    for field in item.event.fields { runs.append(Run(" \(field.name)=\(shown(field.value))")) }
    if item.isRepeat { runs.append(Run(" (told before, counts once)", .notice)) }
    page.line(runs, hanging: 8)
  }

  private static func shown(_ value: ExplainedEvent.Value) -> String {
    switch value {
    case .text(let text):
      let isWord = text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") }
      return isWord && !text.isEmpty ? text : "\"\(text)\""
    case .number(let number): return "\(number)"
    case .id(let id): return "\(id)"
    case .real(let real): return real.isInfinite ? "unlimited" : "\(real)"
    case .truth(let truth): return truth ? "yes" : "no"
    case .time(let stamp): return StampText.rfc3339(stamp)
    }
  }
}

/// The beginning of a text that is shown on one line.
enum Excerpt {
  /// At most `width` columns as shown, an ellipsis included where something is left out.
  static func cut(_ text: String, width: Int) -> String {
    var kept = ""
    var used = 0
    for character in Escaping.visible(text) {
      let next = DisplayWidth.of(character)
      if used + next > width { return String(kept.dropLast()) + "…" }
      kept.append(character)
      used += next
    }
    return kept
  }
}
