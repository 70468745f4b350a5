import AuditCore

/// Why a value cannot be taken: the end of `FILE:LINE: KEY: …`.
struct BadValue: Error, Hashable {
  var why: String
  init(_ why: String) { self.why = why }
}

/// One key of one section: how a value is taken, and what an empty assignment puts back.
///
/// The keys of `[Pattern NAME]` are not among these: `PatternSections` puts them together.
struct SettingKey: Sendable {
  let section: String
  let name: String
  let take: @Sendable (inout Settings, String) throws(BadValue) -> Void
  let reset: @Sendable (inout Settings) -> Void
}

extension SettingKey {
  /// Every key there is, in the order of `config/bgtaskd.conf`.
  static let all: [SettingKey] =
    [
      path("Ingest", "Socket", \.ingestPath),
      value("Ingest", "SocketMode", \.ingestMode, Values.mode),
      value("Ingest", "SocketGroup", \.ingestGroup, Values.group),
      integer("Ingest", "MaxClients", \.ingestClientsMax, 1...Limits.clientsMax),
      integer(
        "Ingest", "MaxSessions", \.audit.sessionsPerClientMax, 1...Limits.sessionsMax),
      integer("Ingest", "EventsPerSecond", \.eventsPerSecondMax, 1...1_000_000_000),
      integer("Ingest", "EventsBurst", \.eventsBurst, 1...1_000_000_000),

      path("Control", "Socket", \.controlPath),
      value("Control", "SocketMode", \.controlMode, Values.mode),
      value("Control", "SocketGroup", \.controlGroup, Values.group),
      integer("Control", "MaxClients", \.controlClientsMax, 1...Limits.controlClientsMax),

      value("Web", "Socket", \.webPath) { text throws(BadValue) in try Values.socketPath(text) },
      value("Web", "SocketMode", \.webMode, Values.mode),
      value("Web", "SocketGroup", \.webGroup, Values.group),
      value("Web", "Listen", \.webAddress, Values.loopback),
      list("Web", "HostName", \.webHostNames),
      integer("Web", "MaxClients", \.webClientsMax, 1...Limits.webClientsMax),

      value("State", "Directory", \.stateDirectory, Values.folder),
      span("State", "CommitInterval", \.commitInterval, 1000...10 * second),
      span("State", "KeepFor", \.keptFor, hour...3650 * 24 * hour),
      bytes("State", "MaxSize", \.stateBytesMax, 16 << 20...1 << 40),

      span("Audit", "Grace", \.audit.grace, 0...hour),
      span("Audit", "ForegroundHold", \.audit.foregroundHold, second...24 * hour),
      span("Audit", "HandlerlessHold", \.audit.handlerlessHold, 0...hour),
      integer("Audit", "PileupLimit", \.audit.pileupLimit, 1...900),
      span("Audit", "IdleTimeout", \.audit.idleTimeout, second...30 * 24 * hour),

      budget("Device", \.device),
      budget("App", \.app),
      budget("OS", \.os),
      budgetForAll("Default"),

      list("Stacks", "SystemImage", \.audit.systemImages),
      list("Stacks", "HookSymbol", \.audit.hookSymbols),
      value("Stacks", "SDKCatalogue", \.cataloguePath, Values.file),
    ] + Rule.allCases.map { severity(of: $0) } + [
      bytes("Limits", "Memory", \.memoryBytesMax, 64 << 20...1 << 40),
      bytes("Limits", "UnreadReplyBytes", \.unreadReplyBytesMax, 4096...64 << 20),
      value("Journal", "Alerts", \.alerts) { text throws(BadValue) in
        guard let alerts = Settings.Alerts(rawValue: text) else {
          throw BadValue("\(text.quotedStart) is neither grouped nor all")
        }
        return alerts
      },
      integer("Journal", "ResolvedAfter", \.audit.resolvedAfter, 1...100_000),
      integer("Journal", "ClientErrorsPerSecond", \.clientErrorsPerSecondMax, 0...1000),
    ]

  private static let second = Microseconds.seconds(1)
  private static let hour = Microseconds.seconds(3600)

  private typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

  private static func value<Value>(
    _ section: String, _ name: String, _ path: Path<Value>,
    _ read: @escaping @Sendable (String) throws(BadValue) -> Value
  ) -> SettingKey {
    SettingKey(section: section, name: name) { (settings, text) throws(BadValue) in
      settings[keyPath: path] = try read(text)
    } reset: { settings in
      settings[keyPath: path] = Settings()[keyPath: path]
    }
  }

  private static func path(_ section: String, _ name: String, _ path: Path<String>) -> SettingKey {
    value(section, name, path, Values.socketPath)
  }

  private static func integer(
    _ section: String, _ name: String, _ path: Path<Int>, _ bounds: ClosedRange<Int>
  ) -> SettingKey {
    value(section, name, path) { text throws(BadValue) in try Values.integer(text, in: bounds) }
  }

  private static func bytes(
    _ section: String, _ name: String, _ path: Path<Int>, _ bounds: ClosedRange<Int>
  ) -> SettingKey {
    value(section, name, path) { text throws(BadValue) in try Values.bytes(text, in: bounds) }
  }

  private static func span(
    _ section: String, _ name: String, _ path: Path<Microseconds>,
    _ bounds: ClosedRange<Microseconds>
  ) -> SettingKey {
    value(section, name, path) { text throws(BadValue) in try Values.span(text, in: bounds) }
  }

  /// Each assignment adds one text.
  private static func list(
    _ section: String, _ name: String, _ path: Path<[String]>
  ) -> SettingKey {
    SettingKey(section: section, name: name) { (settings, text) throws(BadValue) in
      if settings[keyPath: path].contains(text) { return }
      try Values.checkRoom(settings[keyPath: path].count)
      settings[keyPath: path].append(text)
    } reset: { settings in
      settings[keyPath: path] = []
    }
  }

  /// `NAME: SPAN`. The same name again replaces its span, so that a drop-in can correct it.
  private static func budget(
    _ name: String, _ part: any WritableKeyPath<AuditConfiguration.Budget, String?> & Sendable
  ) -> SettingKey {
    SettingKey(section: "Budget", name: name) { (settings, text) throws(BadValue) in
      let (subject, seconds) = try Values.budget(text)
      var entry = AuditConfiguration.Budget(seconds: seconds)
      entry[keyPath: part] = subject
      let known = settings.audit.budgets.firstIndex { $0[keyPath: part] == subject }
      if let known {
        settings.audit.budgets[known] = entry
      } else {
        try Values.checkRoom(settings.audit.budgets.count)
        settings.audit.budgets.append(entry)
      }
    } reset: { settings in
      settings.audit.budgets.removeAll { $0[keyPath: part] != nil }
    }
  }

  private static func budgetForAll(_ name: String) -> SettingKey {
    let reset: @Sendable (inout Settings) -> Void = { settings in
      settings.audit.budgets.removeAll { $0.device == nil && $0.app == nil && $0.os == nil }
    }
    return SettingKey(section: "Budget", name: name) { (settings, text) throws(BadValue) in
      let span = try Values.span(text, in: Values.budgetBounds)
      reset(&settings)
      settings.audit.budgets.append(AuditConfiguration.Budget(seconds: span.inSeconds))
    } reset: {
      reset(&$0)
    }
  }

  private static func severity(of rule: Rule) -> SettingKey {
    SettingKey(section: "Rules", name: rule.rawValue) { (settings, text) throws(BadValue) in
      let severity = try Values.severity(text)
      settings.audit.severities[rule] = severity
      if severity == nil {
        settings.audit.disabledRules.insert(rule)
      } else {
        settings.audit.disabledRules.remove(rule)
      }
    } reset: { settings in
      settings.audit.severities[rule] = nil
      settings.audit.disabledRules.remove(rule)
    }
  }
}
