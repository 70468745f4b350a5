/// Finds what a mistyped name was meant to be.
enum NearMiss {
  /// The candidate that differs from `text` by the fewest slips (a letter wrong, missing, too many, or
  /// two exchanged), capitals apart; at most two, and fewer than half of the letters. Also the one
  /// candidate that `text` begins, from three letters on.
  static func suggestion(for text: String, among candidates: [String]) -> String? {
    let typed = Array(text.lowercased())
    if typed.count > 64 { return nil }
    var best: (slips: Int, candidate: String)?
    for candidate in candidates {
      let slips = distance(typed, Array(candidate.lowercased()))
      if slips <= 2, slips * 2 < max(typed.count, 2), slips < best?.slips ?? .max {
        best = (slips, candidate)
      }
    }
    if let best { return best.candidate }
    if typed.count < 3 { return nil }
    let longer = candidates.filter { $0.lowercased().hasPrefix(text.lowercased()) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// `"; did you mean X?"`, or nothing.
  static func hint(for text: String, among candidates: [String]) -> String {
    suggestion(for: text, among: candidates).map { "; did you mean \($0)?" } ?? ""
  }

  /// Optimal string alignment distance: O(a·b) time, three rows of memory.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        let same = a[i - 1] == b[j - 1]
        var cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, before[j - 2] + 1)
        }
        row.append(cost)
      }
      before = above
      above = row
    }
    return above[b.count]
  }
}
