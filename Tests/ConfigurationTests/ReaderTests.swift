import AuditCore
import Foundation
import Testing

@testable import Configuration

/// The files on the disk: which are read, in which order, and what is said of those that cannot be.
final class ReaderTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "bgtaskd-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder + "/a.conf.d", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var main: String { folder + "/a.conf" }

  private func write(_ text: String, _ name: String) throws {
    try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
  }

  @Test func readsDropInsAfterTheMainFileInByteOrder() throws {
    try write("[Stacks]\nSystemImage=main\n", "a.conf")
    for name in ["9", "10", "Z", "a", "é", ".hidden"] {
      try write("[Stacks]\nSystemImage=\(name)\n", "a.conf.d/\(name).conf")
    }
    try write("[Stacks]\nSystemImage=backup\n", "a.conf.d/a.conf~")
    let read = try ConfigurationReader.read(path: main)
    #expect(read.audit.systemImages == ["main", "10", "9", "Z", "a", "é"])
    #expect(read.files.first == main)
    #expect(read.files.last == main + ".d/é.conf")
    #expect(ConfigurationReader.check(path: main) == [])
  }

  @Test func aNamedFileMustExist() throws {
    #expect(
      ConfigurationReader.check(path: main).map(\.text) == [
        "\(main): cannot open: No such file or directory"
      ])
  }

  @Test func onlyTheDefaultFileMayBeMissing() throws {
    let files = ConfigurationFiles(path: main, mayBeMissing: true)
    #expect(files.files.isEmpty)
    #expect(files.problems.listed.isEmpty)
    try write("[Audit]\n", "a.conf.d/1.conf")
    #expect(
      ConfigurationFiles(path: main, mayBeMissing: true).files.map(\.name) == [
        main + ".d/1.conf"
      ])
  }

  @Test func namesWhatCannotBeReadAndWhatIsWrongBesides() throws {
    try write("[Audit]\nGrace=x\n", "a.conf")
    try write(
      String(repeating: "#", count: Limits.configurationBytesMax + 1), "a.conf.d/1.conf")
    try FileManager.default.createDirectory(
      atPath: folder + "/a.conf.d/2.conf", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/a.conf.d/3.conf", withDestinationPath: "nowhere")
    #expect(
      ConfigurationReader.check(path: main).map(\.text) == [
        "\(main).d/1.conf: cannot read: File too large",
        "\(main).d/2.conf: cannot read: Is a directory",
        "\(main).d/3.conf: cannot open: No such file or directory",
        "\(main):2: Grace: \"x\" is not a time span such as 5s, 1min 30s or 150ms",
      ])
  }

  @Test func dropInsAreBounded() throws {
    try write("", "a.conf")
    for number in 0...Limits.configurationDropInsMax {
      try write("", "a.conf.d/\(number).conf")
    }
    #expect(
      ConfigurationReader.check(path: main).map(\.text) == [
        "\(main).d: too many drop-ins: 257, of at most 256"
      ])
  }

  @Test func showsHostileFileNamesEscaped() throws {
    #expect(
      ConfigurationReader.check(path: folder + "/\u{1B}[2J").map(\.text) == [
        "\(folder)/\\u{1B}[2J: cannot open: No such file or directory"
      ])
  }
}
