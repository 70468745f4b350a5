import AuditStore

extension StoreError.Kind {
  /// In two words, for the status line.
  var brief: String {
    switch self {
    case .inUse: "database in use"
    case .unreachable: "folder gone"
    case .displaced: "database gone"
    case .readOnly: "disk read-only"
    case .full: "disk full"
    case .inputOutput: "disk error"
    case .busy: "database locked"
    case .outOfMemory: "out of memory"
    case .damaged: "database damaged"
    case .foreign: "foreign database"
    case .newer: "newer database"
    case .older: "older database"
    case .unexpected: "database refuses"
    }
  }
}
