@testable import AuditCore

/// An auditor, its clients, and the clock that they live by.
final class World {
  /// Stands before a command of two bytes; the rest up to the next mark is what the client writes.
  static let mark: UInt8 = 1
  private static let clientsMax = 4

  private(set) var auditor = Auditor()
  private let isLive: Bool
  /// How everything is printed; nil prints changes alone, as JSON.
  private let style: TextStyle?
  private var configuration = AuditConfiguration()
  /// What is stored of a world that can die; nil where commands to do so only tell what is new.
  private(set) var stored: StoredState?
  private var clients: [StreamDecoder?] = Array(repeating: nil, count: clientsMax)
  /// Those that have left since the last capture.
  private var gone: [StreamDecoder] = []
  private var current = 0
  private var opened = 0
  /// Microseconds of both clocks.
  private var time: Int64 = 1_595_426_600_000_000
  /// All that was printed.
  private(set) var told: [UInt8] = []

  init(isLive: Bool, style: TextStyle? = nil, isMortal: Bool = false) {
    self.isLive = isLive
    self.style = style
    if isLive { arrive() }
    if isMortal {
      auditor.trackChanges()
      stored = StoredState()
    }
  }

  /// Runs a script; `toTheEnd`, where every client is done.
  func play(_ script: [UInt8], toTheEnd: Bool = true) throws(BrokenProperty) {
    let parts = script.split(separator: Self.mark, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      var text = part
      if index > 0, let command = text.popFirst() { try obey(command, text.popFirst() ?? 0) }
      if !text.isEmpty { write(Array(text)) }
    }
    if !toTheEnd { return }
    try tell()
    for client in clients.indices { end(client, over: true) }
    try tell()
  }

  private func obey(_ command: UInt8, _ argument: UInt8) throws(BrokenProperty) {
    switch command & 15 {
    case 0: current = Int(argument) % Self.clientsMax
    case 1: advance(by: Int64(argument) * Int64(argument) * 10_000)
    case 2: advance(by: 1 << Int64(argument % 62))
    case 3: end(current, over: false)
    case 4: end(current, over: true)
    case 5: try tell()
    case 6: try tellChanges()
    case 7: reconfigure(argument)
    case 8: try commit(isWhole: argument & 1 == 1)
    case 9: try die()
    default: write([command, argument])
    }
  }

  private func reconfigure(_ choice: UInt8) {
    configuration.budgetOverride = choice & 1 == 0 ? nil : Double(choice)
    configuration.pileupLimit = 1 + Int(choice >> 4)
    configuration.handlerlessHold = .seconds(Int64(choice & 1))
    configuration.grace = .seconds(Int64(choice & 6))
    configuration.disabledRules = choice & 8 != 0 ? [.unpairedTask, .crossEnd] : []
    auditor.reconfigure(configuration)
  }

  private func advance(by microseconds: Int64) {
    if !isLive { return }
    let (sum, overflow) = time.addingReportingOverflow(microseconds)
    time = overflow ? .max : sum
    auditor.advance(to: Instant(microseconds: time))
  }

  private func arrive() {
    let now = Instant(microseconds: time)
    auditor.setArrival(Arrival(wall: now, monotonic: now))
  }

  private func write(_ bytes: [UInt8]) {
    var decoder = clients[current] ?? open()
    clients[current] = nil
    if isLive { arrive() }
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
    if isLive { arrive() }
    decoder.finish(into: auditor)
    auditor.addSkippedLines(decoder.linesSkipped)
    gone.append(decoder)
    auditor.close(decoder.source, over: over)
  }

  private func commit(isWhole: Bool) throws(BrokenProperty) {
    try tellChanges()
    if stored == nil { return }
    let batch = auditor.capture(isWhole: isWhole) { capture in
      for decoder in gone { capture.remove(decoder) }
      for client in clients.indices {
        guard var decoder = clients[client] else { continue }
        clients[client] = nil
        capture.put(&decoder)
        if capture.isWhole { decoder.forgetCaches() }
        clients[client] = decoder
      }
    }
    gone = []
    stored?.take(batch)
  }

  /// Stores everything, and goes on with what a new process makes of that.
  private func die() throws(BrokenProperty) {
    try commit(isWhole: false)
    guard let stored else { return }
    auditor = Auditor(configuration: configuration)
    var restorer = try stored.restore(into: auditor, now: Instant(microseconds: time))
    for client in clients.indices {
      guard let decoder = clients[client] else { continue }
      clients[client] = restorer.takeDecoder(of: decoder.source)
      try require(clients[client] != nil, "the decoder of client \(client) is not stored")
    }
    auditor.trackChanges()
    if isLive { arrive() }
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
    told += JSONReport.render(report)
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
