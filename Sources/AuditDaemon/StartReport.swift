package import AuditStore
package import Configuration
import Glibc
package import LinuxIO
import Systemd

/// Says why the daemon does not start: in the journal where stderr goes there anyway, so that it has
/// its priority and its fields; else on stderr, with the program's name in front.
package enum StartReport {
  package static func say(_ error: ConfigurationError) {
    for problem in error.problems {
      say(problem.text, as: DaemonEntry.refused(problem, atStart: true))
    }
  }

  package static func say(_ error: SystemError) {
    say(error.description, as: DaemonEntry.notStarted(error.description))
  }

  package static func say(_ error: StoreError) {
    say(error.description, as: DaemonEntry.notStarted(error.description))
  }

  private static func say(_ text: String, as entry: JournalEntry) {
    if unsafe getenv("JOURNAL_STREAM") != nil {
      Journal(identifier: "bgtaskd").write(entry)
    } else {
      StandardStream.error.write("bgtaskd: \(text)\n")
    }
  }
}
