/// How text for people is laid out: what the reader's terminal can show and how much they asked for.
package struct TextStyle: Hashable, Sendable {
  /// Columns, of a width between 40 and `Limits.textWidthMax`.
  package private(set) var width: Int
  package var colour: Bool
  /// Infos one by one, and the findings that were cleared.
  package var all: Bool

  package static let defaultWidth = 100

  package init(width: Int = TextStyle.defaultWidth, colour: Bool = false, all: Bool = false) {
    self.width = min(max(width, 40), Limits.textWidthMax)
    self.colour = colour
    self.all = all
  }
}
