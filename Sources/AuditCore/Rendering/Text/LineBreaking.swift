/// One character of a line with its tone and the columns it needs.
struct Cell {
  var character: Character
  var tone: Tone
  var width: Int
  var isSpace: Bool { character == " " }

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

/// Where a paragraph is cut into lines: at spaces, and inside a word only if it alone is too wide.
enum LineBreaking {
  /// Every line has at least one cell, so it ends even where a width leaves no room.
  static func ranges(of cells: [Cell], width: Int, hanging: Int) -> [Range<Int>] {
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

  private static func lineEnd(of cells: [Cell], from start: Int, room: Int) -> Int {
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
