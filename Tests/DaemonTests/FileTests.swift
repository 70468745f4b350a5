import Glibc
import LinuxIO
import Testing

@Suite struct FileTests {
  @Test func readsWholeFiles() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.conf", "key = 1\n")
    #expect(try File.read(path, bytesMax: 8) == Array("key = 1\n".utf8))
    #expect(try File.read(folder.file("empty", ""), bytesMax: 8) == [])
  }

  @Test(arguments: [
    ("/nonexistent/file", ENOENT, "/nonexistent/file: cannot open: No such file or directory"),
    ("/tmp", EISDIR, "/tmp: cannot read: Is a directory"),
    ("/dev/null", EINVAL, "/dev/null: cannot read: Invalid argument"),
  ])
  func saysWhyItCannot(path: String, code: Int32, text: String) {
    let error = #expect(throws: SystemError.self) { try File.read(path, bytesMax: 8) }
    #expect(error?.code == code)
    #expect(error?.description == text)
  }

  @Test func refusesMoreThanTheBound() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.conf", "123456789")
    let error = #expect(throws: SystemError.self) { try File.read(path, bytesMax: 8) }
    #expect(error?.code == EFBIG)
  }

  @Test func doesNotHangOnAFIFO() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/fifo"
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let error = #expect(throws: SystemError.self) { try File.read(path, bytesMax: 8) }
    #expect(error?.code == EINVAL)
  }

  @Test func namesComeInTheOrderOfTheirBytes() throws {
    let folder = try TemporaryFolder()
    for name in ["b.conf", "10.conf", "ä", "B.conf"] { _ = try folder.file(name, "") }
    #expect(try File.names(inFolder: folder.path) == ["10.conf", "B.conf", "b.conf", "ä"])
    let error = #expect(throws: SystemError.self) { try File.names(inFolder: "/nonexistent") }
    #expect(error?.code == ENOENT)
  }
}
