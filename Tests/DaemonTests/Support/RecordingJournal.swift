import LinuxIO
import Systemd

/// A journal that keeps its entries.
final class RecordingJournal: JournalSink {
  private(set) var entries: [JournalEntry] = []
  var isJournal: Bool { true }

  func write(_ entry: JournalEntry, noting note: TransferNote?) {
    entries.append(entry)
    note?.markSent()
  }

  func entries(ofRule rule: String) -> [JournalEntry] {
    entries.filter { $0.value(of: "BGTASK_RULE") == rule }
  }

  func entries(ofID id: String) -> [JournalEntry] {
    entries.filter { $0.value(of: "MESSAGE_ID") == id }
  }
}
