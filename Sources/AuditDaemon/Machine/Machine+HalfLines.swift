import AuditCore

// The bound on what clients have begun to say and do not end.
extension Machine {
  /// Lines that one call of `linesToGiveUp` names: each costs an input, and there must be room for them
  /// where they are noted.
  private static let linesPerTurnMax = 512

  /// Clients whose half-read lines are to be given up, so that all together take at most `bytesMax`, and an
  /// eighth less, for a while of peace. The longest go first; of equal ones, those of older clients.
  func linesToGiveUp(bytesMax: Int) -> [MachineClient] {
    if halfLineBytes <= bytesMax { return [] }
    var excess = halfLineBytes - bytesMax / 8 * 7
    let longestFirst = clients.values.filter { $0.halfLineBytes > 0 }.sorted {
      ($1.halfLineBytes, $0.number) < ($0.halfLineBytes, $1.number)
    }
    let count = longestFirst.prefix(Self.linesPerTurnMax).prefix { client in
      defer { excess -= client.halfLineBytes }
      return excess > 0
    }
    return Array(count)
  }
}
