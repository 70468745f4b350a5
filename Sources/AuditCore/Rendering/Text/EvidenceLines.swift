/// The events that a finding rests on, one a line, in columns: time, event, detail, place.
enum EvidenceLines {
  static func write(
    _ evidence: ArraySlice<Evidence>, of finding: Finding, numbered: Bool = false,
    to page: inout TextPage
  ) {
    var columns = Columns()
    let dated = spansDays(evidence)
    let timed = evidence.contains { $0.time != nil }
    var number = 0
    var before: Stamp?
    for item in evidence {
      number += 1
      var cells: [[Run]] = numbered ? [[Run(String(number), .dim)]] : []
      if timed { cells.append([Run(item.time.map { time($0, dated: dated) } ?? "", .dim)]) }
      if timed, numbered { cells.append([Run(step(from: before, to: item.time), .dim)]) }
      cells.append([Run(event(item), item.task == finding.task ? .strong : .plain)])
      cells.append([Run(place(item), .dim)])
      cells.append([Run(item.detail ?? "")])
      columns.row(cells)
      before = item.time ?? before
    }
    columns.write(to: &page, indent: numbered ? 2 : FindingBlock.labelWidth)
  }

  private static func time(_ stamp: Stamp, dated: Bool) -> String {
    let clock = StampText.clock(stamp)
    return dated ? StampText.date(stamp) + " " + clock : clock
  }

  private static func spansDays(_ evidence: ArraySlice<Evidence>) -> Bool {
    let dates = Set(evidence.compactMap { $0.time.map(StampText.date) })
    return dates.count > 1
  }

  /// The time since the event before, from the second event on.
  private static func step(from before: Stamp?, to now: Stamp?) -> String {
    guard let before, let now else { return "" }
    let step = now.instant - before.instant
    return step < 0 ? DurationText.brief(step) : "+" + DurationText.brief(step)
  }

  private static func event(_ item: Evidence) -> String {
    item.task.map { "\(item.event) \($0)" } ?? item.event
  }

  private static func place(_ item: Evidence) -> String {
    let place = "\(item.file):\(item.line)"
    return item.sequence.map { "\(place) (seq \($0))" } ?? place
  }
}
