/// Tasks of one SDK or one call site in numbers.
package struct StatisticsRow: Hashable, Sendable {
  /// The SDK; nil for the app's own code, and where nobody is known.
  package var product: String?
  package var image: String?
  /// The function, class or name that begins the tasks; nil in a row for all of an SDK.
  package var site: String?
  /// UIKit's own tasks.
  package var isSystem = false
  /// Begins that were seen.
  package var begins = 0
  package var ends = 0
  /// Never ended although they should have been. Begins and tasks begun before the capture are together
  /// as many as ends, unpaired and open ones.
  package var unpaired = 0
  /// Outstanding within their rights.
  package var open = 0
  /// Of the unpaired and open ones, those whose id was overwritten.
  package var overwritten = 0
  /// Median and 95th percentile of how long ended tasks were held, by nearest rank: the shortest time
  /// within which half, or 95 of 100, were ended. nil without times.
  package var heldMedian: Microseconds?
  package var held95: Microseconds?
}

/// Sums up the tasks of one or many launches.
package enum TaskStatistics {
  /// What the rows are about.
  package enum Grouping: Sendable { case product, callSite }

  /// One row each, most unpaired first, then most begun, then by name.
  package static func rows(
    _ histories: [SessionHistory], by grouping: Grouping
  ) -> [StatisticsRow] {
    var rows: [StatisticsRow] = []
    var held: [[Microseconds]] = []
    var places: [StatisticsRow: Int] = [:]
    for history in histories {
      for task in history.tasks {
        let key = key(of: task, grouping)
        let place = places[key] ?? rows.count
        if place == rows.count {
          places[key] = place
          rows.append(key)
          held.append([])
        }
        add(task, to: &rows[place])
        if let time = task.held { held[place].append(time) }
      }
    }
    for place in rows.indices {
      let sorted = held[place].sorted()
      rows[place].heldMedian = nearestRank(sorted, percent: 50)
      rows[place].held95 = nearestRank(sorted, percent: 95)
    }
    return rows.sorted(by: comesFirst)
  }

  /// The value at position ⌈percent · n / 100⌉ of an ascending list, counted from 1: always one that was
  /// measured. nil for an empty list. `percent` is from 1 to 100.
  package static func nearestRank(_ sorted: [Microseconds], percent: Int) -> Microseconds? {
    if sorted.isEmpty { return nil }
    let rank = (sorted.count * percent + 99) / 100
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  private static func key(of task: TaskHistory, _ grouping: Grouping) -> StatisticsRow {
    var key = StatisticsRow()
    key.isSystem = task.isSystem
    if task.isSystem { return key }
    key.product = task.product
    if grouping == .callSite || task.product == nil { key.image = task.blame.image }
    if grouping == .callSite { key.site = task.callSite ?? task.name }
    return key
  }

  private static func add(_ task: TaskHistory, to row: inout StatisticsRow) {
    if !task.isBeginUnseen { row.begins += 1 }
    if task.fate.isEnded {
      row.ends += 1
    } else if task.fate == .open {
      row.open += 1
    } else {
      row.unpaired += 1
    }
    if task.overwrittenBy != nil { row.overwritten += 1 }
  }

  private static func comesFirst(_ a: StatisticsRow, _ b: StatisticsRow) -> Bool {
    if a.unpaired != b.unpaired { return a.unpaired > b.unpaired }
    if a.begins != b.begins { return a.begins > b.begins }
    let names = { (row: StatisticsRow) in
      [row.product ?? "", row.image ?? "", row.site ?? "", row.isSystem ? "1" : ""]
    }
    return names(a).lexicographicallyPrecedes(names(b))
  }
}
