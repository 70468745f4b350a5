@testable import AuditCore

/// Lines of JSON as they come when something went wrong: cut, with changed bytes, with parts put twice or left out.
enum LineMutation {
  private static let marks = Array("\"\\,:{}[]0189.-etrufalsn \t\r\n\u{0}\u{1F}é".utf8)

  /// Changes `line` so many times.
  static func apply(_ count: Int, to line: inout [UInt8], _ random: inout SeededRandom) {
    for _ in 0..<count where line.count > 4 {
      let place = Int.random(in: 1..<line.count, using: &random)
      let mark = marks[Int.random(in: 0..<marks.count, using: &random)]
      switch Int.random(in: 0..<5, using: &random) {
      case 0: line[place] = mark
      case 1: line.insert(mark, at: place)
      case 2: line.removeSubrange(place..<min(place + 3, line.count))
      case 3: line.insert(contentsOf: line[place..<min(place + 12, line.count)], at: place)
      default: line.removeLast(min(place, 3))
      }
    }
  }
}
