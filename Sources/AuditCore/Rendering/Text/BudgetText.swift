/// `bgtaskctl budgets`: what apps really had in the background, then what it costs to keep them alive there.
package enum BudgetText {
  /// The whole page; of a device and OS without a measure, why there is none.
  package static func render(_ survey: BudgetSurvey, style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    if survey.rows.isEmpty {
      page.line([Run("No launches.")])
      return page.bytes
    }
    budgets(survey.rows, to: &page)
    for row in survey.rows {
      guard let absence = row.absence else { continue }
      page.line([Run("\(name(row)): \(reason(absence, row))", .dim)], hanging: 2)
    }
    page.blank()
    costs(survey.costs, to: &page)
    if survey.isPartial {
      page.line([
        Run("The oldest of some launches is left out: they are too long to be kept.", .dim)
      ])
    }
    return page.bytes
  }

  /// What is assumed, and below it what was measured: side by side they are too wide for a terminal.
  private static func budgets(_ rows: [BudgetSurvey.Row], to page: inout TextPage) {
    var assumptions = Columns()
    assumptions.header(["DEVICE", "OS", "LAUNCHES", "ASSUMED", "AT LEAST"])
    for row in rows {
      assumptions.row([
        [Run(row.device ?? "-", .strong)], [Run(row.os ?? "-", .strong)],
        [Run(String(row.launches))], [Run(assumed(row))],
        [Run(row.atLeast.map(DurationText.brief) ?? "-")],
      ])
    }
    assumptions.write(to: &page)
    let measured = rows.filter { !$0.times.isEmpty }
    if measured.isEmpty { return }
    page.blank()
    var measures = Columns()
    measures.header(["DEVICE AND OS", "UNTIL", "COUNT", "MIN", "MEDIAN", "95%"])
    for row in measured {
      for (position, limit) in BudgetSurvey.Limit.allCases.filter({ row.times[$0] != nil })
        .enumerated()
      {
        guard let times = row.times[limit] else { continue }
        measures.row([
          [Run(position == 0 ? name(row) : "", .strong)], [Run(word(limit))], [Run(count(times))],
          [Run(DurationText.brief(times.least))], [Run(DurationText.brief(times.median))],
          [Run(DurationText.brief(times.most95))],
        ])
      }
    }
    measures.write(to: &page)
    if measured.contains(where: { $0.times.values.contains { $0.fromBegin > 0 } }) {
      page.line([
        Run("* so many of them counted from the begin of a task, not from the background", .dim)
      ])
    }
  }

  private static func count(_ times: BudgetSurvey.Times) -> String {
    times.fromBegin == 0 ? String(times.count) : "\(times.count) (*\(times.fromBegin))"
  }

  private static func word(_ limit: BudgetSurvey.Limit) -> String {
    switch limit {
    case .left: "time left"
    case .expiry: "expiry"
    case .kill: "kill"
    }
  }

  private static func assumed(_ row: BudgetSurvey.Row) -> String {
    let (low, high) = (row.assumed.lowerBound, row.assumed.upperBound)
    let text = DurationText.brief(low) + (low == high ? "" : "–" + DurationText.brief(high))
    return row.assumedIsGuess ? text + " (guess)" : text
  }

  private static func name(_ row: BudgetSurvey.Row) -> String {
    "\(row.device ?? "unknown device"), \(row.os ?? "unknown OS")"
  }

  private static func reason(_ absence: BudgetSurvey.Absence, _ row: BudgetSurvey.Row) -> String {
    switch absence {
    case .noTimes: "nothing measured, for the log has no times"
    case .noBackground:
      "nothing measured, for no line tells that the app was in the background or that time expired"
    case .noLimit: "nothing measured, for no line tells of time left, an expiry or a kill for tasks"
    case .noStart:
      "nothing measured: \(Words.count(row.unmeasured, "line")) of time left, expiry or kill, but none "
        + "since when the app was in the background"
    }
  }

  // MARK: Cost

  private static func costs(_ costs: [KeepAliveCost], to page: inout TextPage) {
    var columns = Columns()
    columns.header([
      "APP", "KEPT ALIVE BY", "LAUNCHES", "TASKS", "BACKGROUND", "BEATS", "BATTERY",
    ])
    for cost in costs {
      let isWhole = cost.holder == .all
      columns.row([
        [Run(isWhole ? cost.app ?? "-" : "", .strong)], [holder(cost)],
        [Run(String(cost.launches))], [Run(String(cost.tasks))],
        [Run(cost.background == 0 ? "-" : DurationText.brief(cost.background))],
        [Run(String(cost.heartbeats))],
        [Run(battery(cost))],
      ])
    }
    columns.write(to: &page)
    if !costs.contains(where: { $0.batteryPerHour != nil }) {
      page.line(
        [Run("Battery: no two samples of it within one stay in the background.", .dim)], hanging: 2)
    }
  }

  private static func holder(_ cost: KeepAliveCost) -> Run {
    switch cost.holder {
    case .all: Run("all")
    case .sdk(let name): Run(name)
    case .own: Run("own code", .dim)
    }
  }

  private static func battery(_ cost: KeepAliveCost) -> String {
    guard let rate = cost.batteryPerHour else { return "-" }
    let percent = DurationText.seconds(rate / 1000 * 100_000)
    return "\(percent)%/h in \(DurationText.brief(cost.batteryTime))"
  }
}
