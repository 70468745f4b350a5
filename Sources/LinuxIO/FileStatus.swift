import Glibc

/// What the file system says of a file, by its path.
package struct FileStatus: Hashable, Sendable {
  /// Permissions alone, such as 0o660.
  package let mode: UInt32
  package let owner: UInt32
  package let group: UInt32
  package let bytes: Int64
  package let isSocket: Bool
  package let isFolder: Bool
  package let isRegular: Bool
  private let device: UInt64
  private let inode: UInt64

  package init(of path: String, followsLinks: Bool = true) throws(SystemError) {
    var status = stat()
    let code = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    if code != 0 { throw SystemError(code: errno, operation: "examine", object: path) }
    self.init(status)
  }

  /// The same of what is standard input; nil if that is closed.
  package static func ofStandardInput() -> FileStatus? {
    var status = stat()
    return unsafe fstat(STDIN_FILENO, &status) == 0 ? FileStatus(status) : nil
  }

  private init(_ status: stat) {
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
    bytes = Int64(status.st_size)
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isRegular = status.st_mode & S_IFMT == S_IFREG
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The same file, not only one that looks like it.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Bytes that a user of no privilege may still write to the file system that `path` is on.
  package static func freeBytes(at path: String) throws(SystemError) -> Int64 {
    var status = statvfs()
    if unsafe statvfs(path, &status) != 0 {
      throw SystemError(code: errno, operation: "examine the disk of", object: path)
    }
    let (bytes, isMore) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: status.f_frsize))
    return isMore ? .max : bytes
  }

  /// Where a symbolic link leads, as it is written; nil for what is none.
  package static func target(ofLink path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe start.map { unsafe readlink(path, $0, bytes.count) } ?? -1
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
