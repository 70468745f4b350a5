import AuditCore
import Glibc
import LinuxIO

/// The main file and its drop-ins, as they stand on the disk.
struct ConfigurationFiles {
  struct File: Hashable {
    var name: String
    var bytes: [UInt8]
  }

  /// In the order in which they are read.
  private(set) var files: [File] = []
  private(set) var problems = ProblemList()

  /// Reads `path` and `path.d/*.conf`, hidden names apart, in byte order of the names.
  init(path: String, mayBeMissing: Bool) {
    self.init(path: path, mayBeMissing: mayBeMissing, dropIns: path + ".d")
  }

  /// Reads `path`, if there is one, and `folder/*.conf`.
  init(path: String?, mayBeMissing: Bool, dropIns folder: String) {
    if let path { read(path, mayBeMissing: mayBeMissing) }
    for name in dropIns(in: folder) { read(folder + "/" + name, mayBeMissing: false) }
  }

  private mutating func read(_ path: String, mayBeMissing: Bool) {
    do {
      let bytes = try LinuxIO.File.read(path, bytesMax: Limits.configurationBytesMax)
      files.append(File(name: path, bytes: bytes))
    } catch {
      if mayBeMissing, error.isMissing { return }
      problems.append(
        ConfigurationProblem(file: path, what: "cannot \(error.operation)", why: error.reason))
    }
  }

  private mutating func dropIns(in folder: String) -> [String] {
    var names: [String] = []
    do {
      names = try LinuxIO.File.names(inFolder: folder)
    } catch {
      if error.isMissing { return [] }
      problems.append(
        ConfigurationProblem(file: folder, what: "cannot \(error.operation)", why: error.reason))
    }
    names = names.filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
    if names.count > Limits.configurationDropInsMax {
      problems.append(
        ConfigurationProblem(
          file: folder, what: "too many drop-ins",
          why: "\(names.count), of at most \(Limits.configurationDropInsMax)"))
      names.removeLast(names.count - Limits.configurationDropInsMax)
    }
    return names
  }
}

extension SystemError {
  /// No such file or folder.
  fileprivate var isMissing: Bool { code == ENOENT }
}
