/// Writes an app's records as the lines of one dress.
struct LogWriter {
  let identity: AppIdentity
  let dress: LogDress
  private var sequence = 0
  private var helloPID: Int32?

  init(identity: AppIdentity, dress: LogDress) {
    self.identity = identity
    self.dress = dress
  }

  mutating func write(_ records: [SimulationRecord]) -> [PrintedRecord] {
    records.compactMap { record in
      let lines = dress.style == .json ? json(record) : text(record)
      return lines.isEmpty ? nil : PrintedRecord(time: record.time, lines: lines)
    }
  }

  /// Prints now and then the later of two records of different threads first, both within 20 ms.
  static func swap(_ records: [SimulationRecord], _ random: inout SeededRandom)
    -> [SimulationRecord]
  {
    var records = records
    for index in records.indices.dropFirst() {
      let (a, b) = (records[index - 1], records[index])
      guard a.thread != b.thread, b.time - a.time < 20_000, a.pid == b.pid else { continue }
      if !random.chance(40) { continue }
      (records[index - 1].what, records[index].what) = (b.what, a.what)
      (records[index - 1].thread, records[index].thread) = (b.thread, a.thread)
    }
    return records
  }

  // MARK: Text

  private func text(_ record: SimulationRecord) -> [String] {
    guard let message = message(record) else { return [] }
    var lines = [prefix(record) + message]
    if dress.hasTwoLayers, let second = secondLayer(record) {
      lines.append(prefix(record) + second)
    }
    guard dress.hasStacks, case .begin(_, _, let caller, _, _) = record.what else { return lines }
    return lines + stack(caller, prefix(record))
  }

  private func message(_ record: SimulationRecord) -> String? {
    if dress.style == .chinese { return chinese(record) }
    switch record.what {
    case .begin(let id, let given, let caller, let hasHandler, _):
      let name = name(given, caller)
      let remaining = dress.hasRemaining ? " remaining=\(remaining(record))" : ""
      return "BGT begin id=\(id) name=\(name.map { "\"\($0)\"" } ?? "(null)")"
        + " handler=\(hasHandler ? 1 : 0)" + remaining
    case .end(let id, _): return "BGT end id=\(id)"
    case .expire(let id): return "BGT expire id=\(id)"
    case .expireReturn(let id): return "BGT expire-return id=\(id)"
    case .state(let state):
      return "lifecycle application"
        + (state == "background"
          ? "DidEnterBackground" : state == "foreground" ? "WillEnterForeground" : "WillTerminate")
    case .launch, .exit: return nil
    }
  }

  /// `backgroundTimeRemaining` is DBL_MAX in the foreground.
  private func remaining(_ record: SimulationRecord) -> String {
    record.remaining.isInfinite ? "1.7976931348623157e+308" : "\(record.remaining)"
  }

  private func secondLayer(_ record: SimulationRecord) -> String? {
    switch record.what {
    case .begin(let id, _, _, _, _): "enter beginBackgroundTaskWithExpirationHandler:\(id)"
    case .end(let id, _): "enter endBackgroundTask:\(id)"
    default: nil
    }
  }

  /// As the hook sees it, or as UIKit makes it up.
  private func name(_ name: String?, _ caller: Caller) -> String? {
    if name != nil || !dress.hasDefaultNames { return name }
    return "Called by \(caller.image), from \(caller.beginSymbol)"
  }

  private func chinese(_ record: SimulationRecord) -> String? {
    let hook = "-[UIApplication(GCS) gcs_"
    switch record.what {
    case .begin(let id, let given, let caller, _, _):
      guard let name = name(given, caller) else {
        return hook + "beginBackgroundTaskWithExpirationHandler:], 开启任务ID: \(id)"
      }
      return hook + "beginBackgroundTaskWithName:expirationHandler:], 开启任务名称:\(name), ID: \(id)"
    case .end(let id, _): return hook + "endBackgroundTask:], 结束任务ID: \(id)"
    default: return nil
    }
  }

  private func prefix(_ record: SimulationRecord) -> String {
    let time = CalendarText(microseconds: record.time)
    switch dress.style {
    case .product, .chinese:
      let thread = 7000 + record.thread
      return "\(time.date("-")) \(time.clock).\(time.micros)+0000 "
        + "\(identity.process)[\(record.pid):\(thread)] "
    case .lumberjack: return "\(time.date("/")) \(time.clock):\(time.millis)  "
    case .bare, .json: return ""
    }
  }

  private func stack(_ caller: Caller, _ prefix: String) -> [String] {
    let frames = frames(caller)
    return [prefix + "("] + frames.map { "\t" + $0 } + [")"]
  }

  private func frames(_ caller: Caller) -> [String] {
    [
      frame(0, identity.process, "-[UIApplication(BGTAudit) bgt_beginBackgroundTask]", 104),
      frame(1, caller.image, caller.beginSymbol, 60 + caller.beginSymbol.utf8.count),
      frame(2, "UIKitCore", "-[UIApplication _applicationDidEnterBackground]", 96),
      frame(3, identity.process, "main", 88),
    ]
  }

  private func frame(_ index: Int, _ image: String, _ symbol: String, _ offset: Int) -> String {
    let padding = String(repeating: " ", count: max(1, 36 - image.utf8.count))
    return "\(index)   \(image)\(padding)0x0000000104a3c\(100 + offset % 800) \(symbol) + \(offset)"
  }

  // MARK: NDJSON

  private mutating func json(_ record: SimulationRecord) -> [String] {
    var lines: [String] = []
    if helloPID != record.pid {
      helloPID = record.pid
      sequence = 0
      lines.append(
        #"{"v":1,"event":"hello","app":"\#(identity.bundle)","device":"\#(identity.device)","#
          + #""os":"\#(identity.os)","process":"\#(identity.process)","pid":\#(record.pid),"#
          + #""session":"\#(session(record))"}"#)
    }
    guard let body = body(record) else { return lines }
    sequence += 1
    lines.append(
      #"{"session":"\#(session(record))","seq":\#(sequence),"t":\#(seconds(record.time)),\#(body)}"#
    )
    return lines
  }

  private func session(_ record: SimulationRecord) -> String {
    "\(identity.process)-\(identity.device)-\(record.pid)"
  }

  private func seconds(_ time: Int64) -> String {
    let micros = "\(time % 1_000_000)"
    return "\(time / 1_000_000)." + String(repeating: "0", count: 6 - micros.utf8.count) + micros
  }

  private func body(_ record: SimulationRecord) -> String? {
    switch record.what {
    case .begin(let id, let given, let caller, let hasHandler, let slot):
      let name = name(given, caller)
      var body = #""event":"begin","id":\#(id),"handler":\#(hasHandler)"#
      if let name { body += #","name":"\#(name)""# }
      if let slot, dress.hasSlots { body += #","slot":"\#(slot)""# }
      if dress.hasRemaining { body += #","remaining":\#(remaining(record))"# }
      if dress.hasStacks {
        body += #","stack":[\#(frames(caller).map { "\"\($0)\"" }.joined(separator: ","))]"#
      }
      return body + #","thread":\#(record.thread)"#
    case .end(let id, _): return #""event":"end","id":\#(id),"thread":\#(record.thread)"#
    case .expire(let id): return #""event":"expire","id":\#(id),"thread":1"#
    case .expireReturn(let id):
      return dress.hasReturns ? #""event":"expired","id":\#(id)"# : nil
    case .state(let state):
      return dress.hasStates ? #""event":"state","state":"\#(state)""# : nil
    case .exit(let killed):
      if !killed { return #""event":"exit","reason":"clean""# }
      return #""event":"exit","reason":"killed","text":"\#(identity.process):\#(record.pid) "#
        + #"has active assertions beyond permitted time""#
    case .launch: return nil
    }
  }
}

/// Civil date and time of a moment, in UTC.
struct CalendarText {
  private let year: Int64
  private let month: Int64
  private let day: Int64
  private let inDay: Int64

  init(microseconds: Int64) {
    let days = microseconds / 86_400_000_000
    inDay = microseconds % 86_400_000_000
    // Howard Hinnant's algorithm: eras of 400 years that begin in March.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  func date(_ separator: String) -> String {
    ["\(year)", padded(month, 2), padded(day, 2)].joined(separator: separator)
  }
  var clock: String {
    let seconds = inDay / 1_000_000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
      .joined(separator: ":")
  }
  var micros: String { padded(inDay % 1_000_000, 6) }
  var millis: String { padded(inDay / 1000 % 1000, 3) }

  private func padded(_ value: Int64, _ width: Int) -> String {
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
