/// A line pattern of the user's own: a regular expression with named groups, matched by the engine
/// that the shell passes in.
///
/// It is tried on a line's message first, then on the whole line, before any built-in format.
package struct LinePattern: Sendable {
  /// The event that a matching line tells.
  package enum Kind: Sendable { case begin, end, expire }
  /// What the named groups `id`, `name`, `process`, `pid`, `time` and so on matched, as byte ranges.
  package struct Match: Sendable {
    package var id: Range<Int>?
    package var name: Range<Int>?
    package var process: Range<Int>?
    package var pid: Range<Int>?
    package var thread: Range<Int>?
    package var remaining: Range<Int>?
    package init() {}
  }
  /// As the user calls it; empty where nobody did.
  package var name: String
  /// The expression as the user wrote it, to be shown.
  package var expression: String
  package var kind: Kind
  /// Bytes that must occur in a line before the expression is tried; empty tries every line.
  package var literal: [UInt8]
  package var match: @Sendable (borrowing Span<UInt8>) -> Match?

  package init(
    name: String = "", expression: String = "", kind: Kind, literal: [UInt8] = [],
    match: @escaping @Sendable (borrowing Span<UInt8>) -> Match?
  ) {
    self.name = name
    self.expression = expression
    self.kind = kind
    self.literal = literal
    self.match = match
  }
}
