package import AuditCore

/// What a page shows, as one JSON object: the same for a report and for a live page.
///
/// Numbers of tasks are texts, for they may be larger than a script can count. Times are microseconds from
/// the start of their session, or positions of events in a log without times. Members without a value are
/// left out. All texts are made visible: none can turn the reading order.
package enum PageData {
  /// The version of the format, its first member.
  package static let version = 1

  /// The whole of a report, with a line feed between its parts.
  package static func render(_ report: Report, headline: Headline) -> [UInt8] {
    var tables = PageTables()
    var json = JSONWriter()
    json.object { json in
      json.member("version", version)
      json.member("program", "bgtaskd \(ProductVersion.text)")
      json.lineBreak()
      write(headline, in: &json)
      json.lineBreak()
      write(report, in: &json)
      json.lineBreak()
      GateData.write(report, in: &json)
      json.lineBreak()
      json.key("sessions")
      json.array { json in
        for history in report.histories {
          json.lineBreak()
          SessionData.write(history, in: &json, &tables)
        }
      }
      json.lineBreak()
      json.key("findings")
      json.array { json in
        for finding in report.findings {
          json.lineBreak()
          FindingData.write(finding, in: &json, &tables)
        }
      }
      json.lineBreak()
      StatisticsData.write(report.histories, in: &json)
      json.lineBreak()
      tables.write(in: &json)
    }
    return json.bytes + [0x0A]
  }

  private static func write(_ headline: Headline, in json: inout JSONWriter) {
    json.key("headline")
    json.object { json in
      json.text("verdict", headline.verdict)
      json.text("sentence", headline.sentence)
      json.text("why", headline.why)
      json.text("sure", headline.sure)
      json.text("advice", headline.advice)
      json.text("link", headline.link)
    }
  }

  private static func write(_ report: Report, in json: inout JSONWriter) {
    let summary = report.summary
    json.key("summary")
    json.object { json in
      json.member("lines", summary.lines)
      json.member("events", summary.events)
      json.member("skippedLines", summary.skippedLines)
      json.member("unreadableEvents", summary.unreadableEvents)
      json.member("sessions", summary.sessions)
      json.member("begins", summary.begins)
      json.member("ends", summary.ends)
      json.member("outstanding", summary.outstanding)
      json.member("findingsDropped", summary.findingsDropped)
      json.member("textsDropped", summary.textsDropped)
      let tally = FindingTally(report.findings)
      json.key("findings")
      json.object { json in
        json.member("crit", tally[.crit])
        json.member("err", tally[.err])
        json.member("warning", tally[.warning])
        json.member("notice", tally[.notice])
        json.member("info", tally[.info])
      }
    }
  }
}

/// Texts that many parts of the data share, each written once: files and stacks by position.
struct PageTables {
  private var files: [String] = []
  private var filePlaces: [String: Int] = [:]
  private var stacks: [[String]] = []
  private var stackPlaces: [[String]: Int] = [:]

  mutating func place(ofFile name: String) -> Int {
    if let known = filePlaces[name] { return known }
    files.append(name)
    filePlaces[name] = files.count - 1
    return files.count - 1
  }

  mutating func place(ofStack frames: [String]) -> Int {
    if let known = stackPlaces[frames] { return known }
    stacks.append(frames)
    stackPlaces[frames] = stacks.count - 1
    return stacks.count - 1
  }

  func write(in json: inout JSONWriter) {
    json.key("files")
    json.array { json in for file in files { json.string(Escaping.visible(file)) } }
    json.lineBreak()
    json.key("stacks")
    json.array { json in
      for frames in stacks {
        json.lineBreak()
        json.array { json in for frame in frames { json.string(Escaping.visible(frame)) } }
      }
    }
  }
}

/// Members that are left out where they have no value.
extension JSONWriter {
  mutating func text(_ name: StaticString, _ text: String?) {
    if let text { member(name, Escaping.visible(text)) }
  }

  mutating func number(_ name: StaticString, _ value: (some BinaryInteger)?) {
    if let value { member(name, value) }
  }

  mutating func flag(_ name: StaticString, _ isSet: Bool) {
    if isSet { member(name, true) }
  }

  mutating func task(_ name: StaticString, _ id: UInt64?) {
    if let id { member(name, String(id)) }
  }
}
