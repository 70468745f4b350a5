import Configuration

/// What the command line says beyond the configuration.
package struct DaemonOptions: Hashable, Sendable {
  /// nil reads the file at the default place, if there is one.
  package var configurationPath: String?
  /// Where to make the sockets; above the configuration, below what the service manager passes.
  package var ingestPath: String?
  package var controlPath: String?
  package var webPath: String?
  /// Where to keep state; above the configuration, which is above the service manager's.
  package var stateDirectory: String?
  /// What the service manager passes as `STATE_DIRECTORY`.
  package var givenStateDirectory: String?

  package init(
    configurationPath: String? = nil, ingestPath: String? = nil, controlPath: String? = nil,
    webPath: String? = nil, stateDirectory: String? = nil
  ) {
    self.configurationPath = configurationPath
    self.ingestPath = ingestPath
    self.controlPath = controlPath
    self.webPath = webPath
    self.stateDirectory = stateDirectory
  }

  /// `settings` with the command line's choices in them.
  func apply(to settings: Settings) -> Settings {
    var settings = settings
    if let ingestPath { settings.ingestPath = ingestPath }
    if let controlPath { settings.controlPath = controlPath }
    if let webPath { settings.webPath = webPath }
    settings.stateDirectory = stateDirectory ?? settings.stateDirectory ?? givenStateDirectory
    return settings
  }
}
