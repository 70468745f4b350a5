import AuditCore

/// How much one client brings for the next commit: all acknowledgements wait for that, so none may make it
/// long.
struct ReadShare {
  /// Of the capture that its bytes are for.
  private var epoch: UInt64?
  private var bytes = 0
  /// What the latest read made of its bytes.
  private var latest = (bytes: 1, rows: 0)

  /// `count` bytes were read, whose rows belong to the capture of `epoch` or the one before.
  mutating func note(_ count: Int, rows: Int, epoch: UInt64) {
    if self.epoch != epoch { bytes = 0 }
    self.epoch = epoch
    bytes += count
    if count > 0 { latest = (count, max(0, rows)) }
  }

  /// Whether it must wait while a commit is in flight and `pending` rows, for the capture of `epoch`, are
  /// behind it.
  func isUsedUp(pending: Int, epoch: UInt64) -> Bool {
    if pending < Limits.commitRowsMax { return false }
    if pending >= 4 * Limits.commitRowsMax { return true }
    return self.epoch == epoch && bytes > Limits.commitShareBytes
  }

  /// How many bytes to read in one turn: as many as will fill the commit if they are like the latest.
  func bytesMax(pending: Int) -> Int {
    if latest.rows == 0 { return Limits.readBytesPerTurnMax }
    let left = max(0, Limits.commitRowsMax - pending)
    let bytes = left * latest.bytes / latest.rows
    return min(max(bytes, Limits.readBytesPerTurnMin), Limits.readBytesPerTurnMax)
  }
}
