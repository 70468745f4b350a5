/// The events that a finding rests on, one a line, in columns: place, time, event, detail.
struct EvidenceLines {
  /// A file name wider than this stands on a line of its own, once, if all events are from it.
  private static let fileWidthMax = 24

  private let evidence: ArraySlice<Evidence>
  private let task: UInt64?
  /// For a story: a number for each event and the time since the one before.
  private let isStory: Bool

  init(_ evidence: ArraySlice<Evidence>, of finding: Finding, isStory: Bool = false) {
    self.evidence = evidence
    task = finding.task
    self.isStory = isStory
  }

  func write(to page: inout TextPage) {
    let indent = isStory ? 2 : FindingBlock.labelWidth
    let file = commonLongFile
    if let file {
      page.line([Run(String(repeating: " ", count: indent) + file + ":", .dim)], hanging: indent)
    }
    let isTimed = evidence.contains { $0.time != nil }
    let isDated = spansDays
    var columns = Columns(rigid: isStory ? 2 : 1)
    var before: Stamp?
    for (index, item) in evidence.enumerated() {
      var cells: [[Run]] = isStory ? [[Run(String(index + 1), .dim)]] : []
      cells.append([Run(place(item, in: file), .dim)])
      if isTimed { cells.append([Run(time(item.time, dated: isDated))]) }
      if isTimed, isStory { cells.append([Run(step(from: before, to: item.time), .dim)]) }
      cells.append([Run(event(item), item.task == task ? .strong : .plain)])
      cells.append([Run(item.detail ?? "")])
      columns.row(cells)
      before = item.time ?? before
    }
    columns.write(to: &page, indent: indent)
  }

  private var commonLongFile: String? {
    guard let file = evidence.first?.file else { return nil }
    let isCommon = evidence.allSatisfy { $0.file == file }
    return isCommon && Run(file).width > Self.fileWidthMax ? file : nil
  }

  private var spansDays: Bool {
    Set(evidence.compactMap { $0.time.map(StampText.date) }).count > 1
  }

  private func place(_ item: Evidence, in file: String?) -> String {
    let place = file == nil ? "\(item.file):\(item.line)" : "line \(item.line)"
    return item.sequence.map { "\(place) seq \($0)" } ?? place
  }

  private func time(_ stamp: Stamp?, dated: Bool) -> String {
    guard let stamp else { return "" }
    let clock = StampText.clock(stamp)
    return dated ? StampText.date(stamp) + " " + clock : clock
  }

  /// The time since the event before, from the second event on.
  private func step(from before: Stamp?, to now: Stamp?) -> String {
    guard let before, let now else { return "" }
    let step = now.instant - before.instant
    return step < 0 ? DurationText.brief(step) : "+" + DurationText.brief(step)
  }

  private func event(_ item: Evidence) -> String {
    item.task.map { "\(item.event) \($0)" } ?? item.event
  }
}
