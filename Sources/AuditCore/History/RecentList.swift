/// The latest elements of a list that may not grow without end, and how many came before them.
struct RecentList<Element> {
  private var ring: [Element] = []
  /// Where the oldest stands, once the ring is full.
  private var start = 0
  private let countMax: Int
  private(set) var dropped = 0

  init(countMax: Int) { self.countMax = max(1, countMax) }

  var count: Int { ring.count }

  /// `inPlace`: the oldest gives way even though there is room.
  mutating func append(_ element: Element, inPlace: Bool = false) {
    if ring.count < countMax, !inPlace {
      // The ring may have turned while it was smaller.
      if start != 0 { straighten() }
      ring.append(element)
      return
    }
    dropped += 1
    if ring.isEmpty { return }
    ring[start] = element
    start = (start + 1) % ring.count
  }

  /// Oldest first.
  var inOrder: [Element] { Array(ring[start...] + ring[..<start]) }

  var newest: Element? { ring.isEmpty ? nil : ring[(start + ring.count - 1) % ring.count] }

  mutating func amendNewest(_ change: (inout Element) -> Void) {
    if ring.isEmpty { return }
    change(&ring[(start + ring.count - 1) % ring.count])
  }

  /// Drops what does not belong to the list any more.
  mutating func keep(where isKept: (Element) -> Bool) {
    let kept = inOrder.filter(isKept)
    dropped += ring.count - kept.count
    ring = kept
    start = 0
  }

  private mutating func straighten() {
    ring = inOrder
    start = 0
  }
}
