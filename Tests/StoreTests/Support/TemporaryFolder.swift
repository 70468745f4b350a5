import Glibc
import LinuxIO

/// A folder of the test's own, removed with all it holds.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() throws {
    var template = Array("/tmp/bgtaskd-test-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&template) else {
      throw SystemError(code: errno, operation: "make", object: "temporary folder")
    }
    path = unsafe String(cString: made)
  }

  deinit {
    for name in (try? File.names(inFolder: path)) ?? [] {
      if unsafe unlink("\(path)/\(name)") != 0 { _ = unsafe rmdir("\(path)/\(name)") }
    }
    _ = unsafe rmdir(path)
  }

  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(path)/\(name)"
    guard let file = unsafe fopen(path, "w") else {
      throw SystemError(code: errno, operation: "make", object: path)
    }
    _ = unsafe fputs(text, file)
    _ = unsafe fclose(file)
    return path
  }
}
