import Glibc
import LinuxIO

/// Whole files, as a test looks at them and breaks them.
enum TestFiles {
  static func bytes(_ path: String) throws -> [UInt8] {
    try File.read(path, bytesMax: 1 << 28)
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if number < 0 { throw SystemError(code: errno, operation: "write to", object: path) }
    _ = try Descriptor(owning: number).writeAll(bytes, object: path)
  }

  /// The database and its log, by name; what SQLite makes anew each time is left out.
  static func durable(in folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try File.names(inFolder: folder) where !name.hasSuffix("-shm") {
      // An empty log says nothing, and comes and goes with whoever looks.
      let bytes = try bytes("\(folder)/\(name)")
      if !(bytes.isEmpty && name.hasSuffix("-wal")) { files[name] = bytes }
    }
    return files
  }

  /// Copies the database and its log as they stand, as a crash would leave them.
  static func copy(_ folder: String, to other: String) throws {
    for (name, bytes) in try durable(in: folder) { try write(bytes, to: "\(other)/\(name)") }
  }
}
