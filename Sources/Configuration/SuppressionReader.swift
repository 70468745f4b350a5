package import AuditCore

/// Reads a file of suppressions and its drop-ins.
package enum SuppressionReader {
  /// Reads `path`, which must exist, and then `path.d/*.conf` in byte order of their names. Throws all
  /// problems at once; then nothing of the files is valid.
  package static func read(path: String) throws(ConfigurationError) -> [Suppression] {
    let files = ConfigurationFiles(path: path, mayBeMissing: false)
    var builder = SuppressionBuilder(problems: files.problems)
    for file in files.files { builder.take(INIParser.parse(file.bytes, name: file.name)) }
    let suppressions = builder.finish()
    if builder.problems.listed.isEmpty { return suppressions }
    throw ConfigurationError(problems: builder.problems.ordered(by: files.files.map(\.name)))
  }
}
