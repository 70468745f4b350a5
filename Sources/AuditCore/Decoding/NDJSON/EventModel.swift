/// A line from which the shape of others is learnt.
struct EventModel {
  private(set) var parts: [EventShape.Part] = []
  var shape = EventShape()
  private var isEvent = false

  private static let partsMax = 40

  /// nil where the line is no begin or end, or has values of a kind that must be looked at more closely.
  init?(of line: Span<UInt8>) {
    var cursor = JSONCursor()
    var seen: Set<EventFields.Key> = []
    // Where that begins which is the same in all lines.
    var start = 0
    do throws(JSONError) {
      try cursor.beginObject(in: line)
      while let name = try cursor.nextKey(in: line) {
        guard let key = EventFields.known(name, line), key == .other || seen.insert(key).inserted
        else { return nil }
        let kind = try cursor.peek(in: line)
        let first = cursor.position
        let range = try cursor.skipValue(in: line)
        if learn(key, kind, line.extracting(range)) { continue }
        guard let value = Self.value(of: key, kind) else { return nil }
        // Quotes are the same in all lines.
        let isText = kind == .string
        add([UInt8](copying: line.extracting(start..<(isText ? first + 1 : first))), value)
        start = isText ? range.upperBound - 1 : range.upperBound
      }
      try cursor.end(in: line)
    } catch {
      return nil
    }
    add([UInt8](copying: line.extracting(start..<line.count)) + [0x0A], .nothing)
    if !isEvent || !seen.contains(.id) || parts.count > Self.partsMax { return nil }
  }

  /// Whether the value is one of a few words, so that it belongs to the shape.
  private mutating func learn(
    _ key: EventFields.Key, _ kind: JSONCursor.Kind, _ value: Span<UInt8>
  ) -> Bool {
    switch (key, kind) {
    case (.event, .string):
      shape.isEnd = value.isText("\"end\"")
      isEvent = shape.isEnd || value.isText("\"begin\"")
      return isEvent
    case (.handler, .bool):
      shape.hasHandler = value.isText("true")
      return true
    case (.event, _): return false
    case (_, .null): return true
    case (_, .bool): return !Self.isRead(key)
    default: return false
    }
  }

  private static func value(of key: EventFields.Key, _ kind: JSONCursor.Kind) -> EventShape.Value? {
    switch (key, kind) {
    case (.id, .number): .id
    case (.seq, .number): .sequence
    case (.t, .number): .time
    case (.remaining, .number): .remaining
    case (.thread, .number): .thread
    case (.session, .string): .session
    case (.name, .string): .name
    case (.slot, .string): .slot
    case (.thread, .string): .threadText
    case (.stack, .array): .stack
    case (_, .number): isRead(key) ? nil : .number
    case (_, .string): isRead(key) ? nil : .text
    default: nil
    }
  }

  /// Whether a begin or an end says something by it.
  private static func isRead(_ key: EventFields.Key) -> Bool {
    switch key {
    case .event, .id, .seq, .t, .remaining, .thread, .session, .name, .slot, .stack, .handler: true
    default: false
    }
  }

  private mutating func add(_ text: [UInt8], _ value: EventShape.Value) {
    let text = text.span
    var start = 0
    repeat {
      let count = min(16, text.count - start)
      var part = EventShape.Part()
      part.text = (text.word(at: start), text.word(at: start + 8))
      part.mask.0 = UInt64.max.first(min(count, 8))
      part.mask.1 = count > 8 ? UInt64.max.first(count - 8) : 0
      part.text = (part.text.0 & part.mask.0, part.text.1 & part.mask.1)
      part.count = UInt8(count)
      start += count
      if start == text.count { part.value = value }
      parts.append(part)
    } while start < text.count
  }
}
