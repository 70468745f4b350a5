/// Task ids in order, of which there are seldom more than two: those need no memory of their own.
struct FewIDs {
  /// 0 where there is none: that is no task's id.
  private(set) var first: UInt64 = 0
  private var second: UInt64 = 0
  private var others: [UInt64] = []

  var isEmpty: Bool { first == 0 }
  var count: Int { others.count + (second != 0 ? 2 : first != 0 ? 1 : 0) }
  /// 0 where there is none.
  var last: UInt64 { others.last ?? (second != 0 ? second : first) }
  var all: [UInt64] { [first, second].prefix(count) + others }

  /// `id` must not be 0.
  mutating func append(_ id: UInt64) {
    if first == 0 { first = id } else if second == 0 { second = id } else { others.append(id) }
  }

  mutating func removeAll() {
    (first, second) = (0, 0)
    if !others.isEmpty { others = [] }
  }
}

extension FewIDs: Archivable {
  static var blank: FewIDs { FewIDs() }
  mutating func pass(through archive: inout Archive) {
    var ids = archive.isReading ? [] : all
    archive.pass(&ids)
    if !archive.isReading { return }
    archive.require(!ids.contains(0))
    self = FewIDs()
    for id in ids where id != 0 { append(id) }
  }
}
