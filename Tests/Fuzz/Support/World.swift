@testable import AuditCore

/// An auditor, its clients, and the clock that they live by.
final class World {
  /// Stands before a command of two bytes; the rest up to the next mark is what the client writes.
  static let mark: UInt8 = 1
  private static let clientsMax = 4

  let auditor = Auditor()
  private let isLive: Bool
  /// How everything is printed; nil prints changes alone, as JSON.
  private let style: TextStyle?
  private var clients: [StreamDecoder?] = Array(repeating: nil, count: clientsMax)
  private var current = 0
  private var opened = 0
  /// Microseconds of both clocks.
  private var time: Int64 = 1_595_426_600_000_000
  /// All that was printed.
  private(set) var told: [UInt8] = []

  init(isLive: Bool, style: TextStyle? = nil) {
    self.isLive = isLive
    self.style = style
  }

  /// Runs a script to its end, where every client is done.
  func play(_ script: [UInt8]) throws(BrokenProperty) {
    let parts = script.split(separator: Self.mark, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      var text = part
      if index > 0, let command = text.popFirst() { try obey(command, text.popFirst() ?? 0) }
      if !text.isEmpty { write(Array(text)) }
    }
    try tell()
    for client in clients.indices { end(client, over: true) }
    try tell()
  }

  private func obey(_ command: UInt8, _ argument: UInt8) throws(BrokenProperty) {
    switch command & 7 {
    case 0: current = Int(argument) % Self.clientsMax
    case 1: advance(by: Int64(argument) * Int64(argument) * 10_000)
    case 2: advance(by: 1 << Int64(argument % 62))
    case 3: end(current, over: false)
    case 4: end(current, over: true)
    case 5: try tell()
    case 6: try tellChanges()
    default: auditor.reconfigure(configuration(argument))
    }
  }

  private func configuration(_ choice: UInt8) -> AuditConfiguration {
    var configuration = AuditConfiguration()
    configuration.budgetOverride = choice & 1 == 0 ? nil : Double(choice)
    configuration.pileupLimit = Int(choice >> 4)
    configuration.grace = .seconds(Int64(choice & 6))
    if choice & 8 != 0 { configuration.disabledRules = [.unpairedTask, .crossEnd] }
    return configuration
  }

  private func advance(by microseconds: Int64) {
    if !isLive { return }
    let (sum, overflow) = time.addingReportingOverflow(microseconds)
    time = overflow ? .max : sum
    auditor.advance(to: Instant(microseconds: time))
  }

  private func write(_ bytes: [UInt8]) {
    var decoder = clients[current] ?? open()
    clients[current] = nil
    if isLive {
      let now = Instant(microseconds: time)
      auditor.setArrival(Arrival(wall: now, monotonic: now))
    }
    decoder.consume(bytes.span, into: auditor)
    _ = decoder.takeRejects()
    clients[current] = decoder
  }

  private func open() -> StreamDecoder {
    opened += 1
    let info = SourceInfo(name: "client \(opened)", uid: isLive ? UInt32(current & 1) : nil)
    return StreamDecoder(source: auditor.open(info))
  }

  private func end(_ client: Int, over: Bool) {
    guard var decoder = clients[client] else { return }
    clients[client] = nil
    decoder.finish(into: auditor)
    auditor.addSkippedLines(decoder.linesSkipped)
    auditor.close(decoder.source, over: over)
  }

  private func tellChanges() throws(BrokenProperty) {
    for change in auditor.takeChanges() {
      let line = JSONLists.change(change)
      told += line
      guard let style else { continue }
      try Output.requireJSON(line, isLine: true)
      try Output.requireSafe(FindingLine.render(change, style: style))
    }
  }

  private func tell() throws(BrokenProperty) {
    try tellChanges()
    let report = auditor.report(includeCleared: true)
    for finding in report.findings { told += finding.id.utf8 }
    let tasks = auditor.outstandingTasks()
    try require(tasks.count == auditor.outstandingCount, "\(tasks.count) tasks are outstanding")
    if let style { try show(report, tasks, style) }
  }

  /// Everything that can be asked for now, as text and as JSON.
  private func show(
    _ report: Report, _ tasks: [OutstandingTask], _ style: TextStyle
  ) throws(BrokenProperty) {
    try Output.requireJSON(JSONReport.render(report))
    try Output.requireSafe(TextReport.render(report, style: style))
    try Output.requireJSON(JSONLists.outstanding(tasks))
    try Output.requireSafe(OutstandingText.render(tasks, style: style))
    try Output.requireSafe(SessionsText.render(report.sessions, style: style))
    for finding in report.findings.prefix(2) {
      guard let story = auditor.story(of: finding.id) else {
        throw BrokenProperty(description: "no story of \(finding.id)")
      }
      try Output.requireJSON(JSONLists.story(story))
      try Output.requireSafe(StoryText.render(story, style: style))
    }
  }
}
