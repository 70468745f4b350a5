import AuditCore

/// Reads the configuration file and its drop-ins into `Settings`.
package enum ConfigurationReader {
  /// Read where the user names no file; only here may the file be missing.
  package static let defaultPath = "/etc/bgtaskd/bgtaskd.conf"

  /// Reads `path` (nil: the file at the default place, if there is one) and then `path.d/*.conf` in
  /// byte order of their names. Throws all problems at once; then nothing of the files is valid.
  package static func read(path: String?) throws(ConfigurationError) -> Settings {
    let files = ConfigurationFiles(path: path ?? defaultPath, mayBeMissing: path == nil)
    var builder = SettingsBuilder(problems: files.problems)
    for file in files.files { builder.take(INIParser.parse(file.bytes, name: file.name)) }
    return try builder.finish(files: files.files.map(\.name))
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
