/// Knows one thing seen twice: an end printed by two layers, a line printed twice.
struct RepeatedLines {
  fileprivate struct SeenEnd {
    var id: UInt64
    var time: Instant?
    var order: UInt64
    var wordings: UInt32
  }

  private var ends: [SeenEnd] = []
  private var hashes: [UInt64] = []
  private static let remembered = 16
  /// Ends of one id by different wordings within this are one end.
  private static let window: Microseconds = .milliseconds(10)
  /// UIKit's "Can't end" echoes another line's end of that id within this.
  private static let echoWindow: Microseconds = .milliseconds(50)

  /// True if a byte-identical line was seen a moment ago. 0 is never equal.
  mutating func isRepeated(lineHash: UInt64) -> Bool {
    if lineHash == 0 { return false }
    if hashes.contains(lineHash) { return true }
    if hashes.count >= Self.remembered { hashes.removeFirst() }
    hashes.append(lineHash)
    return false
  }

  /// True if another layer printed this end already. In a log without times, two lines later at most.
  mutating func isSecondView(
    ofEnd id: UInt64, wording: Wording, time: Instant?, order: UInt64
  ) -> Bool {
    let bit: UInt32 = 1 << UInt32(wording.rawValue & 31)
    let cantEnd: UInt32 = 1 << UInt32(Wording.uikitCantEnd.rawValue)
    for index in ends.indices.reversed() where ends[index].id == id {
      if ends[index].wordings & bit != 0 { break }
      let isEcho = (ends[index].wordings | bit) & cantEnd != 0
      let near: Bool
      if let time, let seen = ends[index].time {
        near = time - seen <= (isEcho ? Self.echoWindow : Self.window)
      } else {
        near = order - ends[index].order <= 2
      }
      if !near { break }
      ends[index].wordings |= bit
      return true
    }
    if ends.count >= Self.remembered { ends.removeFirst() }
    ends.append(SeenEnd(id: id, time: time, order: order, wordings: bit))
    return false
  }
}

extension RepeatedLines: Archivable {
  static var blank: RepeatedLines { RepeatedLines() }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&ends)
    archive.pass(&hashes)
    archive.require(max(ends.count, hashes.count) <= Self.remembered)
  }
}

extension RepeatedLines.SeenEnd: Archivable {
  static var blank: Self { Self(id: 0, time: nil, order: 0, wordings: 0) }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&id)
    archive.pass(&time)
    archive.pass(&order)
    archive.pass(&wordings)
  }
}

/// The newest begin and end of each thread that printed one, for the stack that may follow.
struct StackTargets {
  enum Target {
    case begin(UInt64)
    case end(UInt64, order: UInt64)

    var id: UInt64 {
      switch self {
      case .begin(let id), .end(let id, _): id
      }
    }
  }
  private var targets: [(thread: UInt64, target: Target)] = []

  mutating func set(_ target: Target, thread: UInt64) {
    if let index = targets.firstIndex(where: { $0.thread == thread }) {
      targets[index].target = target
      return
    }
    if targets.count >= Limits.openStackBlocksMax { targets.removeFirst() }
    targets.append((thread, target))
  }

  /// The target that a stack of `thread` belongs to, and of the task `id` if it names one; it can be
  /// taken once.
  mutating func take(thread: UInt64, of id: UInt64?) -> Target? {
    guard
      let index = targets.firstIndex(where: {
        $0.thread == thread && (id == nil || id == $0.target.id)
      })
    else { return nil }
    return targets.remove(at: index).target
  }
}

extension StackTargets: Archivable {
  static var blank: StackTargets { StackTargets() }
  mutating func pass(through archive: inout Archive) {
    archive.passList(&targets, blank: (thread: 0, target: .begin(0))) { archive, entry in
      archive.pass(&entry.thread)
      archive.pass(&entry.target)
    }
    archive.require(targets.count <= Limits.openStackBlocksMax)
  }
}

extension StackTargets.Target: Archivable {
  static var blank: StackTargets.Target { .begin(0) }
  mutating func pass(through archive: inout Archive) {
    var (id, endOrder): (UInt64, UInt64?) = (self.id, nil)
    if case .end(_, let order) = self { endOrder = order }
    archive.pass(&id)
    archive.pass(&endOrder)
    self = endOrder.map { .end(id, order: $0) } ?? .begin(id)
  }
}
