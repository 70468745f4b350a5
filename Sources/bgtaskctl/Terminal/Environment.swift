import Glibc

/// The environment variables that the program heeds.
struct Environment: Sendable {
  /// From `COLUMNS`; nil where it is unset or no positive number.
  let columns: Int?
  /// False if `NO_COLOR` is set to anything (no-color.org) or the terminal is a dumb one.
  let allowsColour: Bool
  let ingestSocket: String?
  let controlSocket: String?
  let stateDirectory: String?

  init() { self.init(variable: Self.read) }

  /// `variable` returns the value of a variable, nil where it is unset.
  init(variable: (String) -> String?) {
    columns = variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    allowsColour = (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
    ingestSocket = variable("BGTASKD_INGEST").flatMap { $0.isEmpty ? nil : $0 }
    controlSocket = variable("BGTASKD_CONTROL").flatMap { $0.isEmpty ? nil : $0 }
    stateDirectory = variable("STATE_DIRECTORY").flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func read(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
