/// How a store keeps what it is given.
package struct StoreOptions: Sendable {
  /// What a commit waits for.
  package enum Durability: String, Sendable {
    /// The disk has it: it survives a power failure.
    case full = "FULL"
    /// The kernel has it: it survives the end of the process, at any instant.
    case normal = "NORMAL"
  }

  package var durability = Durability.full
  /// The version of what the rows' bytes mean. A database with a later one is refused; one with an
  /// earlier one is read as it is, and carries this one after the next whole batch.
  package var rowFormat: Int64
  package var faults = StoreFaults.none
  /// The name of a file system layer of SQLite's other than its own; for tests.
  var fileSystem: String?

  package init(rowFormat: Int64) { self.rowFormat = rowFormat }
}
