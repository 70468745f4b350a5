/// Finds the word that a mistyped one was probably meant to be.
enum Suggestion {
  /// The word with the fewest edits from `text`, if they are at most two and fewer than its letters.
  static func nearest(to text: String, among words: [String]) -> String? {
    var best: String?
    var bestDistance = 3
    for word in words {
      let distance = distance(Array(text.utf8.prefix(64)), Array(word.utf8))
      if distance < bestDistance, distance < word.utf8.count {
        best = word
        bestDistance = distance
      }
    }
    return best
  }

  /// Levenshtein's distance, one row at a time.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let replaced = diagonal + (x == y ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, min(row[j], diagonal) + 1)
      }
    }
    return row[b.count]
  }
}
