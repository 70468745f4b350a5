/// What a logger wrapped around a message: when, where, who. Ranges are within the line.
struct Framing: Equatable {
  /// Which of the loggers it is, as far as they are told apart.
  enum Kind: UInt8, CaseIterable, Sendable {
    /// The line is all message.
    case none
    case stamped, nslog, logDefault, logCompact, syslog, console
    /// An entry of the log tool in JSON, which `LogEntry` reads.
    case logObject

    var about: FormatDescription? {
      switch self {
      case .none: nil
      case .stamped: StampedFraming.about
      case .nslog: ProcessHeader.about
      case .logDefault: LogDefaultFraming.about
      case .logCompact: LogCompactFraming.about
      case .syslog: SyslogFraming.about
      case .console: ConsoleFraming.about
      case .logObject: LogEntry.about
      }
    }
  }

  var kind = Kind.none
  /// `MessagePrefix` passed something before the message.
  var isPrefixed = false
  var time: TimeFields?
  var device = 0..<0
  var process = 0..<0
  var pid: Int32?
  /// As printed, decimal or hexadecimal by the framing's custom; 0 if none.
  var thread: UInt64 = 0
  /// Where the message starts.
  var message = 0
  /// The message's bytes above 0x7F were encoded by vis(3).
  var isVisEncoded = false

  /// Nothing was recognised: the whole line is message.
  var isNone: Bool { time == nil && process.isEmpty && pid == nil }
}

extension Framing {
  /// The framing of a line, found by how the line starts. Each of the tried ones has a file of its own.
  static func read(_ line: Span<UInt8>) -> Framing {
    let first = line.byte(at: 0)
    var framing = Framing()
    if first.isDigit {
      if StampedFraming.read(line, into: &framing) { return framing }
    } else if first &- UInt8(ascii: "A") < 26 {
      if SyslogFraming.read(line, into: &framing) { return framing }
    }
    // A column of the user's choice comes first.
    if first.isWord {
      framing = Framing()
      if ConsoleFraming.read(line, into: &framing) { return framing }
    }
    return Framing()
  }
}
