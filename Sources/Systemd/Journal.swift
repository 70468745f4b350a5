import CSystemd
import Glibc
import LinuxIO

/// One field of a journal entry. The value may hold line feeds: it is sent with its length, so that
/// no text can begin a field of its own.
package struct JournalField: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// One journal entry. Where there is no journal, `line` goes to stderr instead.
package struct JournalEntry: Hashable, Sendable {
  /// syslog's number, 0…7; 3 is an error, 4 a warning.
  package var priority: Int
  /// One line for people, without control characters.
  package var message: String
  /// Everything else, in order; names in capitals, digits and underscores.
  package var fields: [JournalField]

  package init(priority: Int, message: String, fields: [JournalField]) {
    self.priority = priority
    self.message = message
    self.fields = fields
  }

  package func value(of name: String) -> String? { fields.first { $0.name == name }?.value }

  /// `<4>message`, as the service manager reads priorities from a service's stderr.
  var line: [UInt8] {
    let text = message.unicodeScalars.map { $0.value < 0x20 ? " " : String($0) }.joined()
    return Array("<\(priority)>\(text)\n".utf8)
  }
}

/// Where entries go. The journal is one; tests have others.
package protocol JournalSink: AnyObject {
  func write(_ entry: JournalEntry)
  /// Whether entries reach a journal now, rather than stderr.
  var isJournal: Bool { get }
}

/// The system's journal, or stderr for as long as there is none.
package final class Journal: JournalSink {
  private static let socketPath = "/run/systemd/journal/socket"
  private let identifier: String

  /// `identifier` becomes `SYSLOG_IDENTIFIER`.
  package init(identifier: String) { self.identifier = identifier }

  /// Asked anew for each entry, because journald may come and go; entries are rare. What
  /// `sd_journal_sendv` returns cannot be used: it reports success where no journal is.
  package var isJournal: Bool { DatagramProbe.canConnect(to: Self.socketPath) }

  package func write(_ entry: JournalEntry) {
    if isJournal && send(entry) { return }
    StandardStream.error.write(entry.line)
  }

  private func send(_ entry: JournalEntry) -> Bool {
    let fields =
      [
        JournalField("MESSAGE", entry.message), JournalField("PRIORITY", "\(entry.priority)"),
        JournalField("SYSLOG_IDENTIFIER", identifier),
      ] + entry.fields
    let texts = fields.map { Array("\($0.name)=\($0.value)".utf8) }
    let result = unsafe withVectors(texts) {
      unsafe sd_journal_sendv($0.baseAddress, Int32($0.count))
    }
    return result >= 0
  }

  /// Calls `body` with one vector a text, all in one piece of memory that lives that long.
  private func withVectors(
    _ texts: [[UInt8]], _ body: (UnsafeBufferPointer<iovec>) -> Int32
  ) -> Int32 {
    var bytes = texts.flatMap { $0 }
    return unsafe bytes.withUnsafeMutableBytes { buffer in
      var vectors = unsafe [iovec]()
      var offset = 0
      for text in texts {
        unsafe vectors.append(
          iovec(iov_base: buffer.baseAddress?.advanced(by: offset), iov_len: text.count))
        offset += text.count
      }
      return unsafe vectors.withUnsafeBufferPointer { unsafe body($0) }
    }
  }
}
