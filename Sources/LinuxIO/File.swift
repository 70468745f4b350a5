import Glibc

/// Reading files and folders by path.
package enum File {
  /// How often a file that changes under the reader is read anew.
  private static let attemptsMax = 3

  /// Opens `path` for reading. O_NONBLOCK: a FIFO without a writer must not hang the caller.
  package static func open(_ path: String, faults: Faults = .none) throws(SystemError) -> Descriptor
  {
    if let code = faults.code(for: .open) {
      throw SystemError(code: code, operation: "open", object: path)
    }
    let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    if number < 0 { throw SystemError(code: errno, operation: "open", object: path) }
    return Descriptor(owning: number)
  }

  /// All bytes of the regular file `path`, as they stood at one moment: a file that is changed while
  /// it is read is read again. EFBIG past `bytesMax`, EISDIR and EINVAL for what is no regular file,
  /// EAGAIN if it never holds still.
  package static func read(
    _ path: String, bytesMax: Int, faults: Faults = .none
  ) throws(SystemError) -> [UInt8] {
    for _ in 0..<attemptsMax {
      let file = try open(path, faults: faults)
      let before = try status(of: file, path: path, faults)
      let kind = before.st_mode & S_IFMT
      if kind != S_IFREG {
        let code = kind == S_IFDIR ? EISDIR : EINVAL
        throw SystemError(code: code, operation: "read", object: path)
      }
      let bytes = try contents(of: file, path: path, bytesMax: bytesMax, faults: faults)
      let after = try status(of: file, path: path, faults)
      if unchanged(before, after) && bytes.count == Int(after.st_size) { return bytes }
    }
    throw SystemError(code: EAGAIN, operation: "read unchanged", object: path)
  }

  /// The names in the folder `path` without `.` and `..`, in the order of their bytes.
  package static func names(inFolder path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else {
      throw SystemError(code: errno, operation: "open", object: path)
    }
    defer { _ = unsafe closedir(folder) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else {
        if errno != 0 { throw SystemError(code: errno, operation: "read", object: path) }
        break
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func contents(
    of file: borrowing Descriptor, path: String, bytesMax: Int, faults: Faults
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      switch try file.read(into: &buffer, faults: faults, object: path) {
      case .bytes(let count): bytes.append(contentsOf: buffer[..<count])
      case .endOfStream, .wouldBlock: return bytes
      }
      if bytes.count > bytesMax { throw SystemError(code: EFBIG, operation: "read", object: path) }
    }
  }

  private static func status(
    of file: borrowing Descriptor, path: String, _ faults: Faults
  ) throws(SystemError) -> stat {
    var status = stat()
    let code = faults.code(for: .examine) ?? (unsafe fstat(file.number, &status) == 0 ? 0 : errno)
    if code != 0 { throw SystemError(code: code, operation: "examine", object: path) }
    return status
  }

  private static func unchanged(_ before: stat, _ after: stat) -> Bool {
    before.st_size == after.st_size && before.st_mtim.tv_sec == after.st_mtim.tv_sec
      && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec
  }
}
