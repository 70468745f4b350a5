@testable import AuditCore

/// Each format of messages, asked wherever its sign stands; and the explanation of how a line was read.
enum FormatTarget {
  static let target = FuzzTarget(name: "format", run: run) { _ in
    LineFormats.all.indices.map { index in
      [UInt8(index), 255] + LineFormats.all[index].about.example.utf8
    }
  }

  /// The first two bytes choose a format and how much of its example comes before the rest.
  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let format = LineFormats.all[Int(input.byte()) % LineFormats.all.count]
    let example = format.about.example.utf8.split(separator: 0x0A).last.map(Array.init) ?? []
    let kept = Int(input.byte()) % (example.count + 1)
    let message = Array(example.prefix(kept)) + input.rest()
    let sink = Recording()
    var context = LineContext(
      source: SourceID(rawValue: 0), texts: sink.texts, stacks: sink.stacks)
    for sign in format.signs {
      // Twice each, for what the first reading leaves in the context.
      if let position = message.span.find(sign) {
        for _ in 0..<2 { try read(message, format, sign: position, &context) }
      }
    }
    try explain(message)
  }

  private static func read(
    _ message: [UInt8], _ format: any LineFormat.Type, sign: Int, _ context: inout LineContext
  ) throws(BrokenProperty) {
    context.startLine(context.place.line + 1)
    context.clearEvents()
    switch format.read(message.span, sign: sign, in: &context) {
    case .read: break
    case .notMine: try require(context.events.isEmpty, "an event of a line that is not its")
    case .skipped: try require(context.events.isEmpty, "an event of a line that is none")
    case .unreadable(let reason):
      try require(context.events.isEmpty, "an event of a line that cannot be read")
      try require(!reason.text.isEmpty, "no reason why it cannot be read")
    }
  }

  private static func explain(_ message: [UInt8]) throws(BrokenProperty) {
    let explainer = Explainer()
    let recording = Recording()
    recording.observe(explainer)
    recording.decode(message)
    for line in explainer.lines {
      try Output.requireSafe(ExplainedLineText.render(line, style: TextStyle(width: 40)))
      try Output.requireJSON(JSONExplainedLine.render(line), isLine: true)
    }
  }

  private final class Explainer: LineObserver {
    private(set) var lines: [ExplainedLine] = []

    func lineRead(_ line: Span<UInt8>, _ reading: LineReading) {
      lines.append(ExplainedLine(file: "input", text: line, reading: reading, items: []))
    }
  }
}
