import AuditCore
import Glibc
import LinuxIO

/// Why an input cannot be read, or not as a log.
struct InputProblem: Error {
  /// A clause with the input in front.
  private let what: String
  /// What makes a log of it, in a pipe.
  private let converter: String?
  /// The exit status that says so.
  let status: Int32

  /// `path` could not be opened or read.
  init(_ error: SystemError, of path: String) {
    if error.code == EISDIR, Self.isLogArchive(path) {
      self.init(path, is: "a log archive", converter: ForeignData.archiveConverter)
    } else {
      self.init(what: error.description, converter: nil, status: ExitStatus.noInput)
    }
  }

  /// What is in it is no text.
  init(_ data: ForeignData, in path: String) {
    self.init(path, is: data.name, converter: data.converter)
  }

  /// What is wrong, and how `verb` reads it all the same.
  func text(for verb: String) -> String {
    what + (converter.map { "; give it as: \($0) | bgtaskctl \(verb) -" } ?? "")
  }

  private init(what: String, converter: String?, status: Int32) {
    (self.what, self.converter, self.status) = (what, converter, status)
  }

  private init(_ path: String, is name: String, converter: String) {
    let isStandardInput = path == InputFile.standardInput
    self.init(
      what: "\(isStandardInput ? "standard input" : path) is \(name)",
      converter: isStandardInput ? "… | \(converter)" : "\(converter) \(Self.quoted(path))",
      status: ExitStatus.dataError)
  }

  private static func isLogArchive(_ path: String) -> Bool {
    var name = path[...]
    while name.last == "/" { name.removeLast() }
    return name.hasSuffix(".logarchive")
  }

  /// As a shell takes it for one word.
  private static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ","):
        true
      default: false
      }
    }
    if plain, path.first != "-" { return path }
    let quotes = path.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + quotes.joined(separator: "'\\''") + "'"
  }
}
