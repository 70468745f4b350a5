import AuditCore
import Testing

@testable import AuditDaemon

/// The message catalogs explain every rule and every message of the daemon, in both languages.
@Suite struct CatalogTests {
  static let languages = ["systemd/bgtaskd.catalog", "systemd/bgtaskd.zh_CN.catalog"]
  /// The daemon's own messages, in the order of the catalogs.
  static let daemonMessages = [
    ("the daemon has started", MessageID.started),
    ("the daemon has stopped", MessageID.stopped),
    ("the configuration was read, or refused", MessageID.configuration),
    ("a client is in error", MessageID.clientError),
    ("what is known cannot be kept on disk, or can again", MessageID.storage),
    ("something could not be kept", MessageID.notKept),
    ("sessions gave way to a limit", MessageID.room),
    ("alerts were held back", MessageID.heldBack),
    ("names are left out", MessageID.names),
    ("a release went by without it", MessageID.resolved),
  ]

  /// One entry, with the comment line that stands above it.
  struct Entry {
    var title: String
    var id: String
    var headers: [String: String] = [:]
    var text = ""

    /// Names between `@` signs.
    var fields: Set<String> {
      let parts = (headers.values.sorted().joined(separator: "\n") + text).split(
        separator: "@", omittingEmptySubsequences: false)
      return Set(parts.map(String.init).filter { $0.hasPrefix("BGTASK_") })
    }
  }

  @Test(arguments: languages)
  func everyRuleAndEveryMessageHasAnEntry(_ path: String) throws {
    let entries = try entries(path)
    #expect(
      entries.map(\.title) == Rule.allCases.map(\.rawValue) + Self.daemonMessages.map(\.0))
    #expect(entries.map(\.id) == Rule.allCases.map(MessageID.of) + Self.daemonMessages.map(\.1))
  }

  @Test(arguments: languages)
  func everyEntryIsComplete(_ path: String) throws {
    for entry in try entries(path) {
      #expect(entry.id.count == 32 && entry.id.allSatisfy(\.isHexDigit), "\(entry.title)")
      #expect(entry.headers["Defined-By"] == "bgtaskd", "\(entry.title)")
      for key in ["Subject", "Support", "Documentation"] {
        #expect(entry.headers[key]?.isEmpty == false, "\(entry.title): no \(key)")
      }
      #expect(entry.text.count > 60, "\(entry.title): too little text")
    }
  }

  @Test func bothLanguagesSayTheSameOfTheSameIds() throws {
    let english = try entries(Self.languages[0])
    let chinese = try entries(Self.languages[1])
    #expect(english.map(\.id) == chinese.map(\.id))
    #expect(Set(english.map(\.id)).count == english.count)
    for (a, b) in zip(english, chinese) {
      #expect(a.fields == b.fields, "\(a.title)")
      #expect(a.headers["Documentation"] == b.headers["Documentation"], "\(a.title)")
    }
  }

  /// journalctl leaves out lines of the text that start like a comment.
  @Test(arguments: languages)
  func noTextLineLooksLikeAComment(_ path: String) throws {
    for entry in try entries(path) {
      for line in entry.text.split(separator: "\n") {
        #expect(line.first != "#" && line.first != ";", "\(entry.title): \(line)")
      }
    }
  }

  private func entries(_ path: String) throws -> [Entry] {
    var entries: [Entry] = []
    var title = ""
    var inHeaders = false
    for line in try Repository.file(path).lines {
      if line.hasPrefix("# ") {
        title = String(line.dropFirst(2))
      } else if line.hasPrefix("-- ") {
        entries.append(Entry(title: title, id: String(line.dropFirst(3))))
        inHeaders = true
      } else if inHeaders, let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        entries[entries.count - 1].headers[String(line[..<colon])] = String(value)
      } else {
        inHeaders = false
        if !entries.isEmpty { entries[entries.count - 1].text += line + "\n" }
      }
    }
    return entries
  }
}
