/// What the first bytes of a log say of all of it.
package enum InputHead: Hashable, Sendable {
  /// No text.
  case foreign(ForeignData)
  /// Lines end in a line feed, with or without a carriage return before it.
  case lineFeeds
  /// Lines end in a carriage return alone, as in files of old Macs.
  case carriageReturns

  /// nil while `bytes`, the first that came, do not tell: there is no whole line among them. The answer is the
  /// same however many come at once.
  package init?(_ bytes: Span<UInt8>, isWhole: Bool) {
    let head = bytes.extracting(0..<min(bytes.count, Limits.inputHeadBytesMax))
    let isEnough = isWhole || head.count == Limits.inputHeadBytesMax
    // The first byte may be half of a line feed in UTF-16.
    let lineEnd = head.place(of: 0x0A, from: min(1, head.count))
    if isEnough || lineEnd != nil || head.count >= ForeignData.shortMarkBytes,
      let data = ForeignData(mark: head)
    {
      self = .foreign(data)
      return
    }
    if let lineEnd, head.extracting(0..<lineEnd).place(of: 0, from: 0) == nil {
      self = .lineFeeds
      return
    }
    guard isEnough || head.count >= ForeignData.orderBytes else { return nil }
    if let data = ForeignData(unitsOf: head) {
      self = .foreign(data)
    } else if head.place(of: 0x0A, from: 0) != nil {
      self = .lineFeeds
    } else if isEnough {
      self = head.place(of: 0x0D, from: 0) == nil ? .lineFeeds : .carriageReturns
    } else {
      return nil
    }
  }
}
