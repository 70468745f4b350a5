/// Something that `bgtaskctl` does: its words on the command line, its help, and its doing.
struct Verb: Sendable {
  var name: String
  /// Completes "bgtaskctl NAME: …" in the general help; no full stop.
  var summary: String
  /// As usage shows them: `FILE...`.
  var operands: String
  var operandCount: ClosedRange<Int>
  var options: [Option]
  /// Paragraphs that its own help adds.
  var details: [String]
  /// Returns the exit status.
  var run: @Sendable (Arguments, Console) -> Int32

  init(
    _ name: String, summary: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0,
    options: [Option], details: [String] = [],
    run: @escaping @Sendable (Arguments, Console) -> Int32
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.options = options
    self.details = details
    self.run = run
  }

  /// The verb's own options and those that every verb has.
  var allOptions: [Option] { options + CommonOptions.all }
}

/// Options that every verb has.
enum CommonOptions {
  static let color = Option(
    "--color", .choice(["auto", "always", "never"]),
    help: "Colour: auto (the default) on a terminal unless NO_COLOR is set")
  static let help = Option("--help", short: "-h", help: "Show this help and exit")
  static let all = [color, help]
}

/// Options that several verbs share.
enum SharedOptions {
  static let json = Option("--json", help: "Print JSON instead of text")
  static let controlSocket = Option(
    "--socket", .text("PATH"),
    help: "The daemon's control socket; else $BGTASKD_CONTROL, else /run/bgtaskd/control.sock")
}
