/// Numbers of what the tables that all clients share hold, or of what one of them has brought in.
struct NameCounts: Hashable {
  var texts = 0
  var textBytes = 0
  var stacks = 0
  var holders = 0

  static let max = NameCounts(
    texts: Limits.textsMax, textBytes: Limits.textBytesMax, stacks: Limits.stacksMax,
    holders: Limits.holdersMax)

  var isZero: Bool { self == NameCounts() }

  /// Each number made from those of both.
  func with(_ other: NameCounts, _ combine: (Int, Int) -> Int) -> NameCounts {
    NameCounts(
      texts: combine(texts, other.texts), textBytes: combine(textBytes, other.textBytes),
      stacks: combine(stacks, other.stacks), holders: combine(holders, other.holders))
  }

  /// As small a part of each number as `now` is of `before`; never more than it was.
  func scaled(to now: NameCounts, of before: NameCounts) -> NameCounts {
    let share = now.with(before) { $1 <= 0 ? 1 << 20 : Swift.min($0 << 20 / $1, 1 << 20) }
    return with(share) { $0 * $1 >> 20 }
  }
}

extension NameCounts: Archivable {
  static var blank: NameCounts { NameCounts() }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&texts)
    archive.pass(&textBytes)
    archive.pass(&stacks)
    archive.pass(&holders)
    archive.require(min(texts, textBytes, stacks, holders) >= 0 && !exceeds(.max))
  }

  private func exceeds(_ most: NameCounts) -> Bool {
    texts > most.texts || textBytes > 2 * most.textBytes || stacks > most.stacks
      || holders > most.holders
  }
}
