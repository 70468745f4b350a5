import AuditCore
import LinuxIO

/// Reads the catalogue of SDKs and its drop-ins.
struct CatalogueReader {
  private(set) var catalogue = SDKCatalogue()
  private(set) var problems: [ConfigurationProblem] = []

  /// `path` must exist; nil is the catalogue that the programs are installed with, which may be
  /// missing. The drop-ins stand in `sdks.conf.d` beside the file `configuration`.
  init(path: String?, besides configuration: String) {
    let folder =
      configuration.utf8.lastIndex(of: UInt8(ascii: "/"))
      .map { String(configuration[...$0]) } ?? ""
    let files = ConfigurationFiles(
      path: path ?? Self.installedPath, mayBeMissing: path == nil,
      dropIns: folder + "sdks.conf.d")
    var builder = CatalogueBuilder(problems: files.problems)
    for file in files.files { builder.take(INIParser.parse(file.bytes, name: file.name)) }
    catalogue = builder.finish()
    problems = builder.problems.ordered(by: files.files.map(\.name))
  }

  /// `PREFIX/share/bgtaskd/sdks.conf` for a program in `PREFIX/bin`; in a build tree, the tree's own.
  private static var installedPath: String? {
    guard let folder = ProgramPath.folder() else { return nil }
    if let build = folder.utf8.span.find("/.build/") {
      let end = folder.utf8.index(folder.utf8.startIndex, offsetBy: build)
      return folder[..<end] + "/config/sdks.conf"
    }
    return folder.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      folder[..<$0] + "/share/bgtaskd/sdks.conf"
    }
  }
}
