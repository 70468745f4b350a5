@testable import AuditCore

/// Writes down what a decoder delivers, one text a delivery.
final class RecordingSink: EventSink {
  let tools = AuditTools(configuration: AuditConfiguration(), demangle: { _ in nil })
  var texts: TextTable { tools.texts }
  var stacks: StackTable { tools.stacks }
  private(set) var events: [Event] = []
  private(set) var refusals: [String] = []
  private(set) var stamps: [Stamp?] = []

  func accept(_ event: Event) { events.append(event) }
  func lineSeen(source: SourceID, stamp: Stamp?) { stamps.append(stamp) }
  func unreadable(origin: Origin, place: Place, reason: UnreadableReason) {
    refusals.append("\(place.line): \(reason.text)")
  }

  /// Forgets what was written down, not the tables.
  func forget() {
    events = []
    refusals = []
    stamps = []
  }

  /// Decodes a whole text; `finish` included.
  static func decode(_ text: String, patterns: [LinePattern] = []) -> RecordingSink {
    decode(Array(text.utf8), patterns: patterns)
  }

  static func decode(
    _ bytes: [UInt8], patterns: [LinePattern] = [], cuts: [Int] = []
  ) -> RecordingSink {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0), patterns: patterns)
    var start = 0
    for cut in cuts + [bytes.count] {
      decoder.consume(bytes.span.extracting(start..<cut), into: sink)
      start = cut
    }
    decoder.finish(into: sink)
    return sink
  }

  /// The events as texts, without line numbers and hashes unless asked for.
  func lines(places: Bool = false) -> [String] {
    events.map { (places ? "\($0.place.line) " : "") + describe($0) }
  }

  func describe(_ event: Event) -> String {
    var words = [action(event.action)]
    if let id = event.id { words.append("id=\(id)") }
    func add(_ key: String, _ value: String?) { if let value { words.append("\(key)=\(value)") } }
    add("name", texts.text(event.name))
    add("slot", texts.text(event.slot))
    add("handler", event.hasHandler.map { "\($0)" })
    add("remaining", event.remaining.map { "\($0)" })
    add("app", event.appState.map { "\($0)" })
    add("process", texts.text(event.origin.process))
    add("pid", event.origin.pid.map { "\($0)" })
    add("device", texts.text(event.origin.device))
    add("session", texts.text(event.origin.session))
    add("thread", event.thread == 0 ? nil : "\(event.thread)")
    add("t", event.stamp.map { "\(Double($0.instant.microseconds) / 1e6)" })
    add("zone", event.stamp?.zoneMinutes.map { "\($0)" })
    add("seq", event.place.sequence.map { "\($0)" })
    add("frames", event.stack.isNone ? nil : "\(stacks.frames(event.stack).count)")
    add("by", "\(event.wording)")
    return words.joined(separator: " ")
  }

  private func action(_ action: Event.Action) -> String {
    switch action {
    case .exit(let exit):
      var words = "exit \(exit.reason)"
      if let text = texts.text(exit.text) { words += " '\(text)'" }
      if let cause = exit.cause { words += " \(cause)" }
      return words
    case .hello(let hello):
      return "hello \(texts[hello.app]) \(texts[hello.appVersion]) \(texts[hello.os])"
    default: return "\(action)"
    }
  }

  /// Image and symbol of each frame of an event's stack.
  func frames(_ event: Event) -> [String] {
    stacks.frames(event.stack).map { "\(texts[$0.image]) \(texts[$0.symbol])" }
  }
}
