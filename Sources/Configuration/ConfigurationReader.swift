import AuditCore

/// Reads the configuration file and its drop-ins into `Settings`.
package enum ConfigurationReader {
  /// Read where the user names no file; only here may the file be missing.
  package static let defaultPath = "/etc/bgtaskd/bgtaskd.conf"

  /// Reads `path` (nil: the file at the default place, if there is one) and then `path.d/*.conf` in
  /// byte order of their names, and likewise the catalogue of SDKs. Throws all problems at once; then
  /// nothing of the files is valid.
  package static func read(path: String?) throws(ConfigurationError) -> Settings {
    let files = ConfigurationFiles(path: path ?? defaultPath, mayBeMissing: path == nil)
    var builder = SettingsBuilder(problems: files.problems)
    for file in files.files { builder.take(INIParser.parse(file.bytes, name: file.name)) }
    var settings = Settings()
    var problems: [ConfigurationProblem] = []
    do {
      settings = try builder.finish(files: files.files.map(\.name))
    } catch {
      problems = error.problems
    }
    let sdks = CatalogueReader(path: settings.cataloguePath, besides: path ?? defaultPath)
    problems += sdks.problems
    if !problems.isEmpty { throw ConfigurationError(problems: problems) }
    settings.audit.catalogue = sdks.catalogue
    return settings
  }

  /// What holds where nobody configures: all defaults, and the catalogue of SDKs.
  package static func defaults() throws(ConfigurationError) -> Settings {
    let sdks = CatalogueReader(path: nil, besides: defaultPath)
    if !sdks.problems.isEmpty { throw ConfigurationError(problems: sdks.problems) }
    var settings = Settings()
    settings.audit.catalogue = sdks.catalogue
    return settings
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
