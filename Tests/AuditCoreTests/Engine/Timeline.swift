import AuditCore

/// A session written as text, one event a line: `SECONDS WORD [ID] [key=value …]`, `-` for no time.
///
///     0     background
///     0.1   begin 1 name=upload handler=0 thread=2 slot=a remaining=29.9 pid=7
///     3     end 1
///     26    expire 1
///     26.1  expired 1
///     31    exit killed text="…"
///
/// `by=NAME` gives the event a stack whose blame frame is `-[NAME run]`, `inside=1` one that stands
/// in UIKit's handler-calling frames. Times count from an arbitrary point in 2020.
struct Timeline {
  static let zero: Microseconds = 1_600_000_000_000_000
  let auditor: Auditor
  let source: SourceID
  /// Live: events arrive when they happen, on a monotonic clock that starts at 1000 s.
  let live: Bool
  private var line: UInt32 = 0

  init(_ configuration: AuditConfiguration = AuditConfiguration(), live: Bool = false) {
    auditor = Auditor(configuration: configuration)
    source = auditor.open(SourceInfo(name: "t.log", uid: live ? 1000 : nil))
    self.live = live
  }

  static func report(
    _ text: String, _ configuration: AuditConfiguration = AuditConfiguration(),
    includeCleared: Bool = false
  ) -> Report {
    var timeline = Timeline(configuration)
    timeline.play(text)
    timeline.auditor.close(timeline.source, over: true)
    return timeline.auditor.report(includeCleared: includeCleared)
  }

  mutating func play(_ text: String) {
    for row in text.split(separator: "\n") {
      let words = Self.words(row)
      if words.isEmpty { continue }
      play(words)
    }
  }

  private mutating func play(_ words: [String]) {
    line += 1
    let place = Place(source: source, line: line)
    var stamp: Stamp?
    if let seconds = Double(words[0]) {
      stamp = Stamp(
        instant: Instant(microseconds: Self.zero + Microseconds(fromSeconds: seconds)),
        zoneMinutes: 0)
    }
    if live, let stamp {
      auditor.setArrival(Arrival(wall: stamp.instant, monotonic: Self.monotonic(stamp.instant)))
    }
    auditor.lineSeen(source: source, stamp: stamp)
    guard var event = Self.event(words, place, texts: auditor.texts, stacks: auditor.stacks) else {
      return
    }
    event.stamp = stamp
    auditor.accept(event)
  }

  static func monotonic(_ instant: Instant) -> Instant {
    Instant(microseconds: instant.microseconds - zero + .seconds(1000))
  }

  /// Lets the daemon's clock reach so many seconds of the timeline, with no event.
  func advance(to seconds: Double) {
    auditor.advance(
      to: Instant(microseconds: Microseconds(fromSeconds: seconds) + .seconds(1000)))
  }

  private static func words(_ row: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    var quoted = false
    for character in row {
      if character == "\"" {
        quoted.toggle()
      } else if character == " ", !quoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private static func event(
    _ words: [String], _ place: Place, texts: TextTable, stacks: StackTable
  ) -> Event? {
    var keys: [String: String] = [:]
    for word in words.dropFirst() {
      if let equals = word.firstIndex(of: "=") {
        keys[String(word[..<equals])] = String(word[word.index(after: equals)...])
      }
    }
    guard let action = action(words, keys, texts) else { return nil }
    var event = Event(action, place: place, wording: .product)
    if let sequence = keys["seq"].flatMap(UInt64.init) { event.place.sequence = sequence }
    if keys["wording"] == "other" { event.wording = .enterHook }
    if words.count > 2 { event.id = UInt64(words[2]) }
    event.name = texts.intern(keys["name"] ?? "")
    event.slot = texts.intern(keys["slot"] ?? "")
    event.hasHandler = keys["handler"].map { $0 == "1" }
    event.remaining = keys["remaining"].flatMap(Double.init)
    event.thread = keys["thread"].flatMap(UInt64.init) ?? 0
    event.appState = keys["app"].flatMap(state)
    event.origin.pid = keys["pid"].flatMap(Int32.init)
    event.origin.process = texts.intern(keys["process"] ?? "")
    event.origin.device = texts.intern(keys["device"] ?? "")
    event.origin.session = texts.intern(keys["session"] ?? "")
    event.uncertainID = keys["uncertain"] == "1"
    event.stack = stack(keys, texts, stacks)
    return event
  }

  private static func stack(
    _ keys: [String: String], _ texts: TextTable, _ stacks: StackTable
  ) -> StackID {
    var frames: [Frame] = []
    if let holder = keys["by"] {
      frames.append(
        Frame(image: texts.intern("App"), symbol: texts.intern("-[\(holder) run]"), offset: 8))
    }
    if keys["inside"] == "1" {
      frames.append(
        Frame(
          image: texts.intern("UIKitCore"),
          symbol: texts.intern("-[_UIBackgroundTaskInfo fireExpirationHandler]"), offset: 72))
    }
    return stacks.intern(frames)
  }

  private static func action(
    _ words: [String], _ keys: [String: String], _ texts: TextTable
  ) -> Event.Action? {
    switch words[1] {
    case "begin": return .begin
    case "end": return .end
    case "expire": return .expire
    case "expired": return .expired
    case "stack": return .stack
    case "sample": return .sample(battery: keys["battery"].flatMap(Double.init), heartbeat: true)
    case "warning": return .warning(age: 34, stillNotEnded: false)
    case "still": return .warning(age: nil, stillNotEnded: true)
    case "cant": return .cantEnd(decimalReading: keys["decimal"].flatMap(UInt64.init))
    case "budget": return .budget(Double(keys["seconds"] ?? "0") ?? 0)
    case "lost": return .lost(Int(keys["count"] ?? "1") ?? 1)
    case "bye": return .bye
    case "hello":
      var hello = Event.Hello()
      hello.os = texts.intern(keys["os"] ?? "")
      hello.app = texts.intern(keys["app-id"] ?? "")
      hello.appVersion = texts.intern(keys["version"] ?? "")
      return .hello(hello)
    case "exit":
      var exit = Event.Exit(
        reason: words[2] == "killed" ? .killed : words[2] == "crash" ? .crash : .clean)
      exit.text = texts.intern(keys["text"] ?? "")
      exit.cause =
        keys["cause"] == "task" ? .backgroundTask : keys["cause"] == "other" ? .unrelated : nil
      return .exit(exit)
    default: return state(words[1]).map { .state($0) }
    }
  }

  private static func state(_ word: String) -> AppState? {
    switch word {
    case "foreground", "active": .foreground
    case "inactive": .inactive
    case "background": .background
    case "suspended": .suspended
    case "terminate": .terminate
    default: nil
    }
  }
}

extension Report {
  func findings(_ rule: Rule) -> [Finding] { findings.filter { $0.rule == rule } }

  func only(_ rule: Rule) -> Finding? {
    let found = findings(rule)
    return found.count == 1 ? found[0] : nil
  }

  /// "rule task" of all at or above a severity, in the report's order.
  func said(_ severity: Severity) -> [String] {
    findings.filter { $0.severity >= severity }.map {
      $0.rule.rawValue + ($0.task.map { " \($0)" } ?? "")
    }
  }
}
