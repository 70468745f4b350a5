import Glibc
package import LinuxIO

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

  /// One datagram of the native protocol. A value of several lines is given with its length.
  func message(identifier: String) -> [UInt8] {
    let first = [
      JournalField("MESSAGE", message), JournalField("PRIORITY", "\(priority)"),
      JournalField("SYSLOG_IDENTIFIER", identifier),
    ]
    var bytes: [UInt8] = []
    for field in first + fields {
      bytes += field.name.utf8
      let value = field.value.utf8
      if value.contains(0x0A) {
        bytes.append(0x0A)
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value.count >> (8 * shift))) }
      } else {
        bytes.append(UInt8(ascii: "="))
      }
      bytes += value
      bytes.append(0x0A)
    }
    return bytes
  }

  /// `<4>message`, as the service manager reads priorities from a service's stderr.
  var line: [UInt8] {
    let text = message.unicodeScalars.map { $0.value < 0x20 ? " " : String($0) }.joined()
    return Array("<\(priority)>\(text)\n".utf8)
  }
}

/// Where entries go. The journal is one; tests have others.
package protocol JournalSink: AnyObject {
  /// Gives an entry. When it is given, that stands in `note`: a process that is killed meanwhile leaves
  /// a note that is true.
  func write(_ entry: JournalEntry, noting note: TransferNote?)
  /// Whether entries reach a journal now, rather than stderr.
  var isJournal: Bool { get }
}

extension JournalSink {
  package func write(_ entry: JournalEntry) { write(entry, noting: nil) }
}

/// The system's journal, or stderr for as long as there is none.
///
/// Speaks journald's native protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL) itself: with libsystemd's
/// `sd_journal_sendv` nobody knows of an entry whether it was sent when the process was killed, and it
/// reports success where no journal is.
package final class Journal: JournalSink {
  private let path: String
  private let identifier: String
  private let faults: Faults

  /// `identifier` becomes `SYSLOG_IDENTIFIER`.
  package init(
    identifier: String, path: String = "/run/systemd/journal/socket", faults: Faults = .none
  ) {
    self.identifier = identifier
    self.path = path
    self.faults = faults
  }

  /// Asked anew for each entry, because journald may come and go; entries are rare.
  package var isJournal: Bool { (try? UnixDatagram.connect(to: path)) != nil }

  package func write(_ entry: JournalEntry, noting note: TransferNote?) {
    do throws(SystemError) {
      try send(entry, note)
    } catch {
      StandardStream.error.write(entry.line)
      note?.markSent()
    }
  }

  private func send(_ entry: JournalEntry, _ note: TransferNote?) throws(SystemError) {
    let message = entry.message(identifier: identifier)
    let socket = try UnixDatagram.connect(to: path, faults: faults)
    do throws(SystemError) {
      try socket.send(message, noting: note, faults: faults, object: path)
    } catch {
      if error.code != EMSGSIZE && error.code != ENOBUFS { throw error }
      // Too long for a datagram. The kernel notes the length of what it sends, and that is now zero.
      let memory = try Descriptor.sealed(message, object: "entry")
      try socket.send([], passing: memory.number, faults: faults, object: path)
      note?.markSent()
    }
  }
}
