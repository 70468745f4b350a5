/// What a line is made of, one place after the other.
protocol LineCell {
  var tone: Tone { get }
  /// Columns that it needs.
  var width: Int { get }
  var isSpace: Bool { get }
  func append(to bytes: inout [UInt8])
}

/// One character of a line with its tone and the columns it needs.
struct Cell: LineCell {
  var character: Character
  var tone: Tone
  var width: Int
  var isSpace: Bool { character == " " }
  func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: character.utf8) }

  static func row(_ runs: [Run]) -> [Cell] {
    var cells: [Cell] = []
    for run in runs {
      for character in Escaping.visible(run.text) {
        cells.append(Cell(character: character, tone: run.tone, width: DisplayWidth.of(character)))
      }
    }
    return cells
  }
}

/// A printable ASCII character, as nearly all are.
struct PlainCell: LineCell {
  var byte: UInt8
  var tone: Tone
  var width: Int { 1 }
  var isSpace: Bool { byte == 0x20 }
  func append(to bytes: inout [UInt8]) { bytes.append(byte) }

  /// nil where any character is another.
  static func row(_ runs: [Run]) -> [PlainCell]? {
    var cells: [PlainCell] = []
    cells.reserveCapacity(runs.reduce(0) { $0 + $1.text.utf8.count })
    for run in runs {
      guard run.text.isPlain else { return nil }
      for byte in run.text.utf8 { cells.append(PlainCell(byte: byte, tone: run.tone)) }
    }
    return cells
  }
}

extension String {
  /// It has printable ASCII characters alone: as many columns as bytes, and nothing to escape.
  var isPlain: Bool { utf8.allSatisfy { $0 &- 0x20 < 0x5F } }
}

/// Where a paragraph is cut into lines: at spaces, and inside a word only if it alone is too wide.
enum LineBreaking {
  /// Every line has at least one cell, so it ends even where a width leaves no room.
  static func ranges(of cells: [some LineCell], width: Int, hanging: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < cells.count {
      let room = max(1, ranges.isEmpty ? width : width - hanging)
      let end = lineEnd(of: cells, from: start, room: room)
      var shown = end
      while shown > start, cells[shown - 1].isSpace { shown -= 1 }
      ranges.append(start..<shown)
      start = end
      while start < cells.count, cells[start].isSpace { start += 1 }
    }
    return ranges
  }

  private static func lineEnd(of cells: [some LineCell], from start: Int, room: Int) -> Int {
    var used = 0
    var end = start
    var lastSpace: Int?
    var wordSeen = false
    while end < cells.count, used + cells[end].width <= room || end == start {
      if !cells[end].isSpace { wordSeen = true } else if wordSeen { lastSpace = end }
      used += cells[end].width
      end += 1
    }
    if end == cells.count || cells[end].isSpace { return end }
    return lastSpace ?? end
  }
}
