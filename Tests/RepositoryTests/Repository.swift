import Foundation

/// The source tree this test was built from, as text.
enum Repository {
  struct File: Sendable {
    /// Relative to the root, with `/`.
    let path: String
    let lines: [String]
    let bytes: Data
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every file that people write by hand; what a build makes and the given logs are left out.
  static let files: [File] = {
    let kept = ["Sources", "Tests", "systemd", "config", "debian", ".ci"].flatMap(paths(under:))
    let top = ["Package.swift", "Makefile", "README.md", ".editorconfig", ".gitignore"]
    return (kept + top).compactMap(read)
  }()

  static let swiftFiles = files.filter { $0.path.hasSuffix(".swift") }

  static func swiftFiles(in folder: String) -> [File] {
    swiftFiles.filter { $0.path.hasPrefix("Sources/\(folder)/") }
  }

  /// The lines of a file that must be there.
  static func file(_ path: String) throws -> File {
    guard let file = read(path) else { throw CocoaError(.fileNoSuchFile) }
    return file
  }

  /// Folders are among them; reading those gives nothing.
  private static func paths(under folder: String) -> [String] {
    let base = root.appendingPathComponent(folder)
    guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return walk.compactMap { $0 as? String }
      .map { "\(folder)/\($0)" }
      .filter { !$0.hasPrefix("Tests/Cases/") || $0.hasSuffix(".json") }
      .filter { !$0.hasPrefix("Tests/Fuzz/Regressions/") }
      .sorted()
  }

  private static func read(_ path: String) -> File? {
    guard let bytes = try? Data(contentsOf: root.appendingPathComponent(path)) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return File(path: path, lines: lines.map(String.init), bytes: bytes)
  }
}
