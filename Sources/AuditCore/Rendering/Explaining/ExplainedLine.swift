/// One line of a log with all that is to be told of how it was read.
package struct ExplainedLine: Sendable {
  /// An event that the line, or a block that it completed, told.
  package struct Item: Sendable {
    package var event: ExplainedEvent
    /// An earlier line, or another layer's, told the same: it counts once.
    package var isRepeat: Bool

    package init(event: ExplainedEvent, isRepeat: Bool) {
      self.event = event
      self.isRepeat = isRepeat
    }
  }

  package var file: String
  /// At most `Limits.explainedTextBytesMax` bytes of it.
  package var text: String
  /// nil for what the end of the log completed.
  package var reading: LineReading?
  package var items: [Item]

  package init(file: String, text: Span<UInt8>, reading: LineReading?, items: [Item]) {
    self.file = file
    let kept = min(text.count, Limits.explainedTextBytesMax)
    self.text = String(decodingSpan: text.extracting(0..<kept)) + (kept < text.count ? "…" : "")
    self.reading = reading
    self.items = items
  }
}
