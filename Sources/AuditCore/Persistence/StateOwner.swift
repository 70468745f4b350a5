/// Whose rows are whose: numbers that `StateKey.owner` has, and the kinds of rows of each.
package enum StateOwner {
  /// What all share: texts, stacks, holders, counts. Read first.
  static let shared: Int64 = 0
  /// Sources come after all sessions.
  private static let firstSource: Int64 = 1 << 40

  static func session(_ number: Int) -> Int64 { Int64(number) + 1 }
  static func source(_ number: Int) -> Int64 { Int64(number) + firstSource }

  /// The number of the session or source whose rows these are.
  static func sessionNumber(_ owner: Int64) -> Int? {
    owner > 0 && owner < firstSource ? Int(owner - 1) : nil
  }
  static func sourceNumber(_ owner: Int64) -> Int? {
    owner >= firstSource && owner - firstSource <= Int64(UInt32.max)
      ? Int(owner - firstSource) : nil
  }
}

/// Rows of `StateOwner.shared`, in the order in which they are read.
enum SharedRow: Int64 {
  case text, stack, holder, counts, release, group
}

/// Rows of a session, in the order in which they are read.
enum SessionRow: Int64 {
  case head, task, holder, story, slot, overwrite, alarm, finding, ended, begun
}

/// Rows of a source, in the order in which they are read.
package enum SourceRow: Int64 {
  case head, feeds
  /// The decoder of a connection, the line it has read half, and what the daemon keeps of the client.
  case decoder, halfLine, client
}
