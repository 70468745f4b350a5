import CSQLite
import Glibc
package import LinuxIO

/// Why the store did not do what it was asked, and what can be done about it.
///
/// Its description is a full sentence or two, so that a program only puts its name in front.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, as far as it matters to who must act on it.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Another process keeps its state in this directory.
    case inUse
    /// The directory, or for a reader the database in it, is not there or cannot be entered.
    case unreachable
    /// Under a daemon that had it open it was removed, replaced or cut short.
    case displaced
    case readOnly
    case full
    case inputOutput
    /// Another program holds the database's write lock.
    case busy
    case outOfMemory
    /// It is ours, and not as we wrote it.
    case damaged
    /// It is not a database of this program.
    case foreign
    /// It was written by a later version of this program.
    case newer
    /// It was written by an earlier version, and the reader does not change it.
    case older
    /// SQLite refuses what no input can bring about.
    case unexpected
  }

  package var kind: Kind
  /// The file or directory it is about.
  package var path: String
  /// A verb phrase that completes "cannot …".
  package var operation: String
  package var cause: String
  /// SQLite's extended result code; 0 where the cause is not SQLite's.
  package var code: Int32

  package init(
    _ kind: Kind, path: String, operation: String, cause: String, code: Int32 = 0
  ) {
    self.kind = kind
    self.path = path
    self.operation = operation
    self.cause = cause
    self.code = code
  }

  /// Whether the same call may succeed later with nothing changed but the world around it. After any
  /// other error the database is left alone, as it is, until the next start.
  package var isTransient: Bool {
    switch kind {
    case .inUse, .unreachable, .displaced, .readOnly, .full, .inputOutput, .busy, .outOfMemory: true
    case .damaged, .foreign, .newer, .older, .unexpected: false
    }
  }

  /// The number of `sysexits.h` that a program ends with which cannot go on for it.
  package var exitStatus: Int32 {
    switch kind {
    case .damaged, .foreign: 65  // EX_DATAERR
    case .unreachable, .displaced: 66  // EX_NOINPUT
    case .unexpected: 70  // EX_SOFTWARE
    case .outOfMemory: 71  // EX_OSERR
    case .readOnly: 73  // EX_CANTCREAT
    case .full, .inputOutput: 74  // EX_IOERR
    case .inUse, .busy: 75  // EX_TEMPFAIL
    case .newer, .older: 78  // EX_CONFIG
    }
  }

  /// What the user can do, as a sentence.
  package var advice: String {
    switch kind {
    case .inUse: "Stop the other daemon, or give this one a state directory of its own."
    case .unreachable: "See that the directory is there and that the daemon's user may enter it."
    case .displaced:
      "Move it back, or move away what is left of it and of its -wal file: then everything is written "
        + "anew."
    case .readOnly: "Make the directory and the files in it writable for the daemon's user."
    case .full: "Free space on its file system."
    case .inputOutput: "Look for errors of the disk in the kernel's log."
    case .busy: "End the program that keeps the database locked."
    case .outOfMemory: "Free memory, or raise the limit of the service."
    case .damaged:
      "It was left as it is. Restore it, with its -wal file, from a backup, or move both away to "
        + "start anew."
    case .foreign: "It was left as it is. Move it away, or use another state directory."
    case .newer: "It was left as it is. Install that version again, or move the file away."
    case .older: "Start the daemon once: it brings the database up to date."
    case .unexpected: "It was left as it is. Please report this with the text above."
    }
  }

  package var description: String { "\(path): cannot \(operation): \(cause). \(advice)" }
}

extension StoreError {
  /// What a result code of SQLite means; `systemCode` is the errno behind it, 0 if unknown.
  init(code: Int32, systemCode: Int32, path: String, operation: String) {
    var cause = unsafe String(cString: sqlite3_errstr(code))
    if systemCode != 0 && systemCode != ENOENT { cause += " (\(SystemError.text(of: systemCode)))" }
    self.init(
      Self.kind(code: code, systemCode: systemCode), path: path, operation: operation,
      cause: cause, code: code)
  }

  /// What a failed system call means for the store.
  package init(_ error: SystemError) {
    let kind: Kind =
      switch error.code {
      case ENOSPC, EDQUOT: .full
      case EROFS, EACCES, EPERM: .readOnly
      case ENOMEM: .outOfMemory
      case EWOULDBLOCK: .inUse
      case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .unreachable
      default: .inputOutput
      }
    self.init(kind, path: error.object, operation: error.operation, cause: error.reason)
  }

  private static func kind(code: Int32, systemCode: Int32) -> Kind {
    let primary = code & 0xff
    if primary == SQLITE_IOERR && code >> 8 == 12 { return .outOfMemory }  // SQLITE_IOERR_NOMEM
    switch (primary, systemCode) {
    case (SQLITE_FULL, _), (SQLITE_IOERR, ENOSPC), (SQLITE_IOERR, EDQUOT),
      (SQLITE_CANTOPEN, ENOSPC),
      (SQLITE_CANTOPEN, EDQUOT):
      return .full
    case (SQLITE_READONLY, _), (SQLITE_PERM, _), (SQLITE_CANTOPEN, EROFS),
      (SQLITE_CANTOPEN, EACCES), (SQLITE_CANTOPEN, EPERM), (SQLITE_CANTOPEN, ENOENT):
      // ENOENT: the database is there, and a file beside it cannot be made.
      return .readOnly
    case (SQLITE_IOERR, _), (SQLITE_CANTOPEN, _): return .inputOutput
    case (SQLITE_BUSY, _), (SQLITE_LOCKED, _), (SQLITE_PROTOCOL, _): return .busy
    case (SQLITE_NOMEM, _): return .outOfMemory
    case (SQLITE_CORRUPT, _): return .damaged
    case (SQLITE_NOTADB, _), (SQLITE_FORMAT, _): return .foreign
    default: return .unexpected
    }
  }
}
