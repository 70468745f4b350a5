/// What the system prints in place of a text that it hides: absent, not a name.
enum HiddenText {
  static func isHidden(_ text: Span<UInt8>) -> Bool {
    text.isText("<private>") || text.isText("<redacted>")
  }

  static func stands(_ text: Span<UInt8>, at position: Int) -> Bool {
    text.has("<private>", at: position) || text.has("<redacted>", at: position)
  }
}
