/// A short log of one session, small enough to be read in a failure.
///
/// Written as `b1X@p b2 e2 z z:X e2 | exited`: begin 1 by holder X into variable p, begin 2 by nobody
/// known, end 2, two ends of 0, the second from X, a second end of 2; then how the log stops. A step
/// stands 2 s after the one before, or half a second where a `.` stands before it.
struct Trace: Hashable, CustomStringConvertible {
  enum Kind: Hashable { case begin, end }

  struct Step: Hashable, CustomStringConvertible {
    var kind: Kind
    /// 0 only for an end.
    var id: UInt64
    var holder: String?
    /// The variable that a begin stores its id in.
    var slot: String?
    /// Half a second after the step before: near enough for a hand-over.
    var isQuick = false

    var description: String {
      let dot = isQuick ? "." : ""
      if kind == .begin { return "\(dot)b\(id)\(holder ?? "")\(slot.map { "@" + $0 } ?? "")" }
      return id == 0 ? "\(dot)z" + (holder.map { ":" + $0 } ?? "") : "\(dot)e\(id)"
    }
  }

  /// How the log stops.
  enum Ending: String, CaseIterable {
    /// In the background, before any deadline, the process exits.
    case exited
    /// In the foreground the log just stops.
    case stopped
    /// In the background every deadline passes before the log stops.
    case overdue
    /// No line has a time.
    case timeless
  }

  var steps: [Step]
  var ending: Ending

  var description: String {
    steps.map(\.description).joined(separator: " ") + " | " + ending.rawValue
  }

  /// Half seconds from the start of the log to each step.
  var times: [Int] {
    var now = 0
    return steps.map { step in
      now += step.isQuick ? 1 : 4
      return now
    }
  }
}

extension Trace {
  /// What the holders of a trace may be.
  enum Holders: CaseIterable {
    /// No stacks at all.
    case unknown
    /// Every begin has a stack; an `end(0)` may have one.
    case known
    /// Some have stacks.
    case mixed
    /// Some have stacks, and most name the variable that keeps the id.
    case mixedWithSlots
  }

  /// 2 to 6 begins of ascending ids, ends of some of them, second ends and ends of 0, in random order.
  static func random(_ holders: Holders, _ ending: Ending, _ random: inout SeededRandom) -> Trace {
    let names: [String?] =
      switch holders {
      case .unknown: [nil]
      case .known: random.chance(50) ? ["X"] : ["X", "Y"]
      case .mixed, .mixedWithSlots: random.chance(50) ? ["X", nil] : ["X", "Y", nil]
      }
    var steps: [Step] = []
    var open: [UInt64] = []
    var begun: UInt64 = 0
    for _ in 0..<(4 + random.below(9)) {
      var step = Step(kind: .end, id: 0, holder: nil)
      let choice = random.below(10)
      if begun < 2 || (choice < 3 && begun < 6) {
        begun += 1
        open.append(begun)
        step = Step(kind: .begin, id: begun, holder: random.pick(names))
        if holders == .mixedWithSlots { step.slot = random.pick(["p", "q", nil]) }
      } else if choice < 6, let newest = open.last {
        step.id = newest
      } else if choice < 8 {
        step.id = UInt64(1 + random.below(Int(begun)))
      } else if random.chance(50) {
        step.holder = random.pick(names)
      }
      if step.kind == .end { open.removeAll { $0 == step.id } }
      step.isQuick = random.chance(25)
      steps.append(step)
    }
    return Trace(steps: steps, ending: ending)
  }

  /// The same without step `index`; ends of a task go with its begin.
  func without(_ index: Int) -> Trace {
    var shorter = self
    let gone = shorter.steps.remove(at: index)
    if gone.kind == .begin { shorter.steps.removeAll { $0.id == gone.id } }
    return shorter
  }
}
