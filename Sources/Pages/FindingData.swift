import AuditCore

/// One finding in the data of a page, with its story as `bgtaskctl show` tells it.
enum FindingData {
  static func write(
    _ finding: Finding, in json: inout JSONWriter, _ tables: inout PageTables
  ) {
    let stack = finding.stack.isEmpty ? nil : tables.place(ofStack: finding.stack)
    json.object { json in
      json.text("id", finding.id)
      json.text("rule", finding.rule.rawValue)
      json.text("severity", finding.severity.name)
      json.text("state", finding.state.rawValue)
      json.text("excuse", finding.excuse?.name)
      json.text("suppression", finding.excuse?.suppression?.name)
      json.text("silence", finding.silence?.name)
      json.member("session", finding.sessionNumber)
      json.text("launch", Words.launch(finding.session))
      json.task("task", finding.task)
      json.text("message", finding.message)
      json.text("advice", finding.advice)
      json.text("link", finding.sdk?.link)
      json.text("symbol", finding.blame.symbol)
      json.text("fingerprint", finding.fingerprint)
      json.member("reasons", Reasoning.sentences(for: finding).map(Escaping.visible))
      json.number("stack", stack)
      story(finding, in: &json)
    }
  }

  private static func story(_ finding: Finding, in json: inout JSONWriter) {
    let days = Set(finding.evidence.compactMap { $0.time.map(StampText.date) })
    json.key("evidence")
    json.array { json in
      for item in finding.evidence {
        json.object { json in
          json.member("order", item.order)
          json.text("file", item.file)
          json.member("line", item.line)
          json.text("event", item.event)
          json.task("task", item.task)
          json.text("time", item.time.map { days.count > 1 ? dated($0) : StampText.clock($0) })
          json.number("instant", item.time?.instant.microseconds)
          json.text("detail", item.detail)
        }
      }
    }
  }

  private static func dated(_ stamp: Stamp) -> String {
    StampText.date(stamp) + " " + StampText.clock(stamp)
  }
}

/// The tables by SDK and by call site in the data of a page.
enum StatisticsData {
  static func write(_ histories: [SessionHistory], in json: inout JSONWriter) {
    json.key("statistics")
    json.object { json in
      json.key("product")
      list(TaskStatistics.rows(histories, by: .product), in: &json)
      json.lineBreak()
      json.key("callSite")
      list(TaskStatistics.rows(histories, by: .callSite), in: &json)
    }
  }

  private static func list(_ rows: [StatisticsRow], in json: inout JSONWriter) {
    json.array { json in
      for row in rows {
        json.lineBreak()
        json.object { json in
          json.text("product", row.product)
          json.text("image", row.image)
          json.text("site", row.site)
          json.flag("system", row.isSystem)
          json.member("begins", row.begins)
          json.member("ends", row.ends)
          json.member("unpaired", row.unpaired)
          json.member("open", row.open)
          json.member("overwritten", row.overwritten)
          json.member("median", row.heldMedian)
          json.member("p95", row.held95)
        }
      }
    }
  }
}
