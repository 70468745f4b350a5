/// Rows whose cells stand below each other. The last column takes the room that is left and wraps.
package struct Columns {
  /// A wider cell is cut with "…", except in the last column.
  private static let cellWidthMax = 36
  /// Cells are not cut below this to make room for others.
  private static let cellWidthMin = 13
  private static let lastWidthMin = 16
  private static let gap = 2

  private var rows: [[[Run]]] = []

  /// So many columns at the left are never cut: ids.
  private let rigid: Int

  package init(rigid: Int = 0) { self.rigid = rigid }

  /// Adds a row; a cell may have several tones. Rows may be shorter than others.
  package mutating func row(_ cells: [[Run]]) { rows.append(cells) }

  /// Adds a row of titles, dimmed.
  package mutating func header(_ titles: [String]) {
    rows.append(titles.map { [Run($0, .dim)] })
  }

  /// Writes all rows, with columns as wide as their cells where the page has the room.
  /// Where that leaves the last column no room for a few words, what does not fit of it stands below its row.
  package func write(to page: inout TextPage, indent: Int = 0) {
    let room = page.style.width - indent
    let (natural, fitting) = (columnWidths(), fittingWidths(room: room))
    let isStacked =
      fitting.count > 2
      && room - Self.start(of: fitting) < min(fitting.last ?? 0, Self.lastWidthMin)
      && room - Self.start(of: natural) >= -Self.gap
    let widths = isStacked ? natural : fitting
    for row in rows {
      var line = [Run(String(repeating: " ", count: indent))]
      var start = indent
      for (column, cell) in row.enumerated() where column < row.count - 1 {
        let fitted = Self.fit(cell, width: widths[column])
        line += fitted
        let used = Self.width(of: fitted)
        line.append(Run(String(repeating: " ", count: widths[column] - used + Self.gap)))
        start += widths[column] + Self.gap
      }
      let last = row.last ?? []
      if isStacked, row.count > 1, Self.width(of: last) > page.style.width - start {
        page.line(line)
        let below = indent + widths[0] + Self.gap
        page.line([Run(String(repeating: " ", count: below))] + last, hanging: below)
      } else {
        page.line(line + last, hanging: start)
      }
    }
  }

  /// Of the last of columns of these widths.
  private static func start(of widths: [Int]) -> Int {
    widths.dropLast().reduce(0) { $0 + $1 + gap }
  }

  /// Columns that are empty in every row take no room but their gap.
  private func columnWidths() -> [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        let most = column < rigid ? Int.max : Self.cellWidthMax
        widths[column] = max(widths[column], min(Self.width(of: cell), most))
      }
    }
    return widths
  }

  /// The widest columns give way until the last one has room for a few words.
  private func fittingWidths(room: Int) -> [Int] {
    var widths = columnWidths()
    let columns = widths.dropLast()
    var total = columns.reduce(min(widths.last ?? 0, Self.lastWidthMin)) { $0 + $1 + Self.gap }
    let pliable = columns.indices.dropFirst(rigid)
    while total > room, let widest = pliable.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.cellWidthMin
    {
      widths[widest] -= 1
      total -= 1
    }
    return widths
  }

  private static func width(of cell: [Run]) -> Int { cell.reduce(0) { $0 + $1.width } }

  private static func fit(_ cell: [Run], width: Int) -> [Run] {
    if Self.width(of: cell) <= width { return cell }
    var fitted: [Run] = []
    var used = 0
    for run in cell {
      var text = ""
      for character in Escaping.visible(run.text) {
        let next = DisplayWidth.of(character)
        if used + next > width - 1 { return fitted + [Run(text + "…", run.tone)] }
        text.append(character)
        used += next
      }
      fitted.append(Run(text, run.tone))
    }
    return fitted
  }
}
