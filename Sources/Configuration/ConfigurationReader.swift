/// Reads the configuration file and its drop-ins into `Settings`.
package enum ConfigurationReader {
  /// Read where the user names no file; only here may the file be missing.
  package static let defaultPath = "/etc/bgtaskd/bgtaskd.conf"

  /// Reads `path` (nil: the file at the default place, if there is one) and then `path.d/*.conf` in
  /// byte order of their names. Throws all problems at once; then nothing of the files is valid.
  package static func read(path: String?) throws(ConfigurationError) -> Settings {
    Settings()
  }

  /// Every problem that `read` would throw, none where the configuration is good.
  package static func check(path: String?) -> [ConfigurationProblem] {
    do {
      _ = try read(path: path)
      return []
    } catch {
      return error.problems
    }
  }
}
