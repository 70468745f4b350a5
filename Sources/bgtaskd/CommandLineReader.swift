import AuditDaemon

/// What a command line asks for.
enum Command: Hashable {
  case run(DaemonOptions)
  /// Only looks at the configuration.
  case check(DaemonOptions)
  case help, version
}

/// What is wrong with a command line.
struct UsageError: Error, Hashable {
  /// The word that is wrong.
  var word: String
  var why: String
}

/// Reads the daemon's command line: `--name VALUE` and `--name=VALUE` mean the same.
enum CommandLineReader {
  /// `words` without the program's name. The last of equal options counts.
  static func read(_ words: [String]) throws(UsageError) -> Command {
    var options = DaemonOptions()
    var checks = false
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let attached = parts.count > 1 ? String(parts[1]) : nil
      switch name {
      case "--config": options.configurationPath = try value(of: name, attached, &rest)
      case "--ingest": options.ingestPath = try value(of: name, attached, &rest)
      case "--control": options.controlPath = try value(of: name, attached, &rest)
      case "--web": options.webPath = try path(of: name, attached, &rest)
      case "--state": options.stateDirectory = try value(of: name, attached, &rest)
      case "--check", "--help", "-h", "--version":
        if attached != nil { throw UsageError(word: word, why: "it takes no value") }
        if name == "--version" { return .version }
        if name != "--check" { return .help }
        checks = true
      default:
        throw UsageError(
          word: word, why: name.hasPrefix("-") ? "no such option" : "no operand is expected")
      }
    }
    return checks ? .check(options) : .run(options)
  }

  private static func value(
    of name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError(word: name, why: "its value is missing")
    }
    return value
  }

  /// A path, not an address, which would become a socket of that name in the working directory.
  private static func path(
    of name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    let path = try value(of: name, attached, &rest)
    if path.utf8.contains(UInt8(ascii: "/")) || !path.utf8.contains(UInt8(ascii: ":")) {
      return path
    }
    throw UsageError(
      word: path,
      why: "\(name) takes a path; an address is given by Listen= in [Web] of the configuration")
  }

  static let help = """
    Usage: bgtaskd [OPTIONS]

    Takes the begin and end lines of iOS background tasks from clients of a Unix socket, finds tasks
    that are never ended and ids that are overwritten, and says so in the journal. Usually started by
    systemd; bgtaskctl asks it what it knows.

      --config FILE   Read FILE and FILE.d/*.conf instead of /etc/bgtaskd/bgtaskd.conf
      --ingest PATH   Make the socket for logs at PATH, unless systemd passes one named "ingest"
      --control PATH  Make the socket for bgtaskctl at PATH, unless systemd passes one named "control"
      --web PATH      Serve the live page, its API and metrics on a Unix socket at PATH, unless systemd
                      passes one named "web"
      --state DIR     Keep what is known in the folder DIR, over restarts. Default: Directory= of the
                      configuration, else what systemd passes, else nothing is kept
      --check         Say what is wrong with the configuration, and exit
      --version       Show the version and exit
      --help          Show this and exit

    Signals: SIGHUP reads the configuration anew, SIGTERM and SIGINT stop the daemon.
    Exit status: 0 stopped or all well, 64 usage, 65 the state is damaged or not ours, 66 its folder
    is not there, 69 a socket is in use, 71 a system error, 73 a socket or the state cannot be made,
    74 the disk is full or in error, 75 another daemon uses the state, 78 the configuration is wrong,
    or the state is of a newer version.

    """
}
