/// What a shell offers behind the words that were typed, made from the tables of options.
struct Completion {
  /// What may stand at one place of the command line.
  enum Source: Hashable, Sendable {
    case nothing, files, folders
    case words([String])
  }

  /// A program with verbs, or a verb, or a program without.
  struct Command: Sendable {
    var name: String
    var summary: String
    var options: [Option]
    var operands: Source
  }

  struct Program: Sendable {
    var name: String
    /// What holds before a verb, or for a program that has none.
    var bare: Command
    var verbs: [Command]
  }

  static let programs = [
    Program(
      name: "bgtaskctl",
      bare: Command(
        name: "", summary: "", options: [ProgramOptions.version, CommonOptions.help],
        operands: .nothing),
      verbs: VerbTable.all.map { verb in
        Command(
          name: verb.name, summary: verb.summary,
          options: verb.allOptions + [ProgramOptions.version],
          operands: Source(operands: verb.operands))
      }),
    Program(
      name: "bgtaskd",
      bare: Command(
        name: "", summary: "", options: ProgramOptions.daemon, operands: .nothing),
      verbs: []),
  ]
}

extension Completion.Source {
  /// Of what an option takes. `FILE` and `PATH` are what help calls files, `DIR` folders.
  init(_ value: Option.Value) {
    switch value {
    case .none, .seconds, .number, .version: self = .nothing
    case .choice(let words, _): self = .words(words)
    case .text(let placeholder): self.init(operands: placeholder)
    }
  }

  /// Of what help calls the operands: `FILE... | -`, `check | export`.
  init(operands: String) {
    let places = operands.split { " |[]".contains($0) }
    let words = places.map(String.init).filter { $0.first?.isLowercase == true }
    let files: Set = ["FILE", "FILE...", "PATH", "OLD", "NEW"]
    if !words.isEmpty {
      self = .words(words)
    } else if places.contains(where: { files.contains(String($0)) }) {
      self = .files
    } else {
      self = places.contains("DIR") ? .folders : .nothing
    }
  }
}

/// Options that stand before any verb, and those of the daemon, which reads them by itself.
enum ProgramOptions {
  static let version = Option("--version", help: "Show the version and exit")
  /// The same as `bgtaskd --help` has.
  static let daemon = [
    Option("--config", .text("FILE"), help: "Read this configuration"),
    Option("--ingest", .text("PATH"), help: "Make the socket for logs there"),
    Option("--control", .text("PATH"), help: "Make the socket for bgtaskctl there"),
    Option("--web", .text("PATH"), help: "Serve the live page there"),
    Option("--state", .text("DIR"), help: "Keep what is known in this folder"),
    Option("--check", help: "Say what is wrong with the configuration, and exit"),
    version,
    Option("--help", short: "-h", help: "Show help and exit"),
  ]
}
