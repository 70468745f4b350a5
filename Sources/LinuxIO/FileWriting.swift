import Glibc

extension File {
  /// Puts `bytes` into the file `path`, which is the old or the new one at every moment. With the rights
  /// of any new file; a link is replaced, not followed. What is no regular file, such as a FIFO or a
  /// device, is written to.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    var known = stat()
    if unsafe lstat(path, &known) == 0, ![S_IFREG, S_IFLNK].contains(known.st_mode & S_IFMT) {
      let number = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC)
      if number < 0 { throw SystemError(code: errno, operation: "write", object: path) }
      _ = try Descriptor(owning: number).writeAll(bytes, object: path)
      return
    }
    let draft = "\(path).\(getpid()).new"
    let number = unsafe Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if number < 0 { throw SystemError(code: errno, operation: "create", object: path) }
    do throws(SystemError) {
      let file = Descriptor(owning: number)
      _ = try file.writeAll(bytes, object: path)
      if unsafe rename(draft, path) != 0 {
        throw SystemError(code: errno, operation: "create", object: path)
      }
    } catch {
      _ = unsafe unlink(draft)
      throw error
    }
  }
}
