/// What the first bytes of a log say of all of it.
package enum InputHead: Hashable, Sendable {
  /// No text.
  case foreign(ForeignData)
  /// Lines end in a line feed, with or without a carriage return before it.
  case lineFeeds
  /// Lines end in a carriage return alone, as in files of old Macs.
  case carriageReturns

  /// nil while `bytes`, the first that came, do not tell: there is no whole line among them.
  package init?(_ bytes: Span<UInt8>, isWhole: Bool) {
    if let data = ForeignData(bytes) {
      self = .foreign(data)
    } else if bytes.place(of: 0x0A, from: 0) != nil {
      self = .lineFeeds
    } else if isWhole || bytes.count >= Limits.inputHeadBytesMax {
      self = bytes.place(of: 0x0D, from: 0) == nil ? .lineFeeds : .carriageReturns
    } else {
      return nil
    }
  }
}
