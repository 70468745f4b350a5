import Configuration

/// Where the daemon listens: an option, else the environment, else the place it is installed with.
enum SocketPath {
  static func control(_ arguments: Arguments, _ environment: Environment) -> String {
    arguments.value(SharedOptions.controlSocket) ?? environment.controlSocket
      ?? Settings.controlPathDefault
  }

  static func ingest(_ arguments: Arguments, _ environment: Environment) -> String {
    arguments.value(PostVerb.socket) ?? environment.ingestSocket ?? Settings.ingestPathDefault
  }
}
