/// `bgtaskctl budgets --json`: one object, a device and OS a line, then a holder a line.
package enum JSONBudgets {
  /// Durations are in seconds, battery in parts of the whole charge.
  package static func render(_ survey: BudgetSurvey) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      json.member("launches", survey.launches)
      json.member("partial", survey.isPartial)
      json.key("budgets")
      json.array { json in for row in survey.rows { write(row, in: &json) } }
      json.lineBreak()
      json.key("keepAlive")
      json.array { json in for cost in survey.costs { write(cost, in: &json) } }
    }
    return json.bytes + [0x0A]
  }

  private static func write(_ row: BudgetSurvey.Row, in json: inout JSONWriter) {
    json.lineBreak()
    json.object { json in
      json.member("device", row.device)
      json.member("os", row.os)
      json.member("launches", row.launches)
      json.key("assumed")
      json.object { json in
        json.member("min", seconds: row.assumed.lowerBound)
        json.member("max", seconds: row.assumed.upperBound)
        json.member("guess", row.assumedIsGuess)
      }
      times("timeLeft", row.times[.left], in: &json)
      times("expiry", row.times[.expiry], in: &json)
      times("kill", row.times[.kill], in: &json)
      json.member("atLeast", seconds: row.atLeast)
      json.member("unmeasured", row.unmeasured)
      json.member("absence", row.absence?.rawValue)
    }
  }

  private static func times(
    _ key: StaticString, _ times: BudgetSurvey.Times?, in json: inout JSONWriter
  ) {
    json.key(key)
    guard let times else { return json.null() }
    json.object { json in
      json.member("count", times.count)
      json.member("min", seconds: times.least)
      json.member("median", seconds: times.median)
      json.member("p95", seconds: times.most95)
      json.member("fromBegin", times.fromBegin)
    }
  }

  private static func write(_ cost: KeepAliveCost, in json: inout JSONWriter) {
    json.lineBreak()
    json.object { json in
      json.member("app", cost.app)
      let (kind, name): (String, String?) =
        switch cost.holder {
        case .all: ("all", nil)
        case .sdk(let name): ("sdk", name)
        case .own: ("own", nil)
        }
      json.member("holder", kind)
      json.member("sdk", name)
      json.member("launches", cost.launches)
      json.member("tasks", cost.tasks)
      json.member("background", seconds: cost.background)
      json.member("heartbeats", cost.heartbeats)
      if let rate = cost.batteryPerHour {
        json.member("batteryPerHour", millionths: rate)
      } else {
        json.key("batteryPerHour")
        json.null()
      }
      json.member("batteryTime", seconds: cost.batteryTime)
    }
  }
}
