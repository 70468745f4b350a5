/// How a simulated run is written down: what the log leaves out decides what can be found.
struct LogDress {
  enum Style: CaseIterable {
    /// NDJSON events of a client.
    case json
    /// The product's `BGT` lines within NSLog's framing.
    case product
    /// The same lines within CocoaLumberjack's, without process and pid.
    case lumberjack
    /// The same lines without any framing: no times.
    case bare
    /// The seeds' Chinese hook lines: begin and end alone.
    case chinese
  }
  var style: Style
  var hasStacks = false
  var hasStates = true
  var hasReturns = true
  var hasRemaining = false
  var hasSlots = false
  /// UIKit's default name stands where the code gives none: `Called by IMAGE, from SYMBOL`.
  var hasDefaultNames = false
  /// A second hook, with a wording of its own, prints the same begins and ends.
  var hasTwoLayers = false
  /// Lines of different threads are printed in the wrong order now and then.
  var isSwapped = false
  /// The lines come in one by one as they are printed: arrival stands in for times that are missing.
  var isLive = false
  /// The capture begins after this many of the run's records.
  var missingHead = 0

  var hasTimes: Bool { style != .bare || isLive }
  var hasPID: Bool { style == .json || style == .product || style == .chinese }
  /// Expiry, states and handlers are in the log.
  var isRich: Bool { style != .chinese }
  var tellsStates: Bool { isRich && hasStates }
  var tellsReturns: Bool { isRich && hasReturns }
  var tellsSlots: Bool { style == .json && hasSlots }
  var tellsExit: Bool { style == .json }
  var tellsOS: Bool { style == .json }
  var tellsRemaining: Bool { isRich && hasRemaining }

  /// Whether there is a line for it.
  func prints(_ what: SimulationRecord.What) -> Bool {
    switch what {
    case .begin, .end: true
    case .expire: isRich
    case .expireReturn: tellsReturns
    case .state: tellsStates
    case .exit: tellsExit
    case .launch: false
    }
  }

  static func random(_ random: inout SeededRandom) -> LogDress {
    var dress = LogDress(style: random.pick(LogDress.Style.allCases))
    dress.hasStacks = random.chance(60)
    dress.hasStates = random.chance(80)
    dress.hasReturns = random.chance(70)
    dress.hasRemaining = random.chance(30)
    dress.hasSlots = random.chance(25)
    dress.hasDefaultNames = !dress.hasStacks && random.chance(40)
    dress.hasTwoLayers = dress.style != .json && random.chance(20)
    // Without times a lower id is a relaunch (§4).
    dress.isSwapped = dress.style != .bare && random.chance(15)
    return dress
  }
}

extension LogDress: CustomStringConvertible {
  var description: String {
    let options: [(Bool, String)] = [
      (hasStacks, "stacks"), (hasStates, "states"), (hasReturns, "returns"),
      (hasRemaining, "remaining"), (hasSlots, "slots"), (hasDefaultNames, "default names"),
      (hasTwoLayers, "two layers"), (isSwapped, "swapped"),
      (isLive, "live"), (missingHead > 0, "from record \(missingHead)"),
    ]
    return "\(style): " + options.filter(\.0).map(\.1).joined(separator: ", ")
  }
}

/// One printed line or block, with its time for interleaving.
struct PrintedRecord {
  var time: Int64
  var lines: [String]
  /// The sentence that the record makes in a failure's report.
  var text: String { lines.joined(separator: "\n") }
}
