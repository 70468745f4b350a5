import Glibc
import LinuxIO

/// The files that an examination reads, below a root: `/`, or the tree of a container.
struct ExaminedMachine {
  /// Without a slash at its end; empty for this machine itself.
  let root: String

  init(root: String = "") {
    self.root = root.hasSuffix("/") ? String(root.dropLast()) : root
  }

  static let unitFolders = [
    "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system", "/lib/systemd/system",
  ]

  func path(_ path: String) -> String { root + path }

  func status(_ path: String) throws(SystemError) -> FileStatus {
    try FileStatus(of: self.path(path))
  }

  /// Whether there is anything of this name, links that lead nowhere included.
  func has(_ path: String) -> Bool {
    (try? FileStatus(of: self.path(path), followsLinks: false)) != nil
  }

  /// The first of these that is there.
  func first(of paths: [String]) -> String? { paths.first(where: has) }

  /// The lines of a small file; nil where it cannot be read.
  func lines(_ path: String) -> [String]? {
    guard let bytes = try? File.read(self.path(path), bytesMax: 1 << 20) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Where the unit's file is, in the order in which systemd looks.
  func unitFile(_ name: String) -> String? {
    first(of: Self.unitFolders.map { "\($0)/\(name)" })
  }

  /// Words of the unit's `ExecStart=`, where it is installed.
  func startCommand() -> [String]? {
    guard let file = unitFile("bgtaskd.service"),
      let line = lines(file)?.first(where: { $0.hasPrefix("ExecStart=") })
    else { return nil }
    return line.dropFirst("ExecStart=".count).split(separator: " ").map(String.init)
  }

  /// The configuration that the unit names.
  var configurationPath: String {
    let words = startCommand() ?? []
    guard let option = words.firstIndex(of: "--config"), option + 1 < words.count else {
      return "/etc/bgtaskd/bgtaskd.conf"
    }
    return words[option + 1]
  }
}
