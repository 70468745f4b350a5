extension Session {
  /// Moves the ids above `above`, which were counted because the system hides them, once a line shows
  /// where the count really stands. What was said under the old ids is taken back.
  func renumber(above: UInt64, by difference: Int64) {
    let moving = ledger.inOrder().filter {
      ledger[$0].id > above
        && (ledger[$0].flags.contains(.uncertainID) || difference != 0)
    }
    if above == 0, difference != 0 { begunIDs.forgetAll() }
    // From the far end, so that no id moves onto one that has yet to move.
    for slot in difference > 0 ? moving.reversed() : moving {
      let old = ledger[slot].id
      ledger[slot].flags.remove(.uncertainID)
      if difference == 0 { continue }
      let new = old &+ UInt64(bitPattern: difference)
      guard new != 0, ledger.slot(of: new) == nil else { continue }
      stories[new] = stories[old]
      stories[old] = nil
      withdraw(old)
      if ledger[slot].flags.contains(.judged) { leaks -= 1 }
      ledger[slot].flags.subtract([.judged, .found])
      ledger.renumber(slot, to: new)
      begunIDs.insert(new)
    }
    relink(above: above, by: difference)
    if let highest = highestBegun, highest.id > above {
      highestBegun?.id = highest.id &+ UInt64(bitPattern: difference)
    }
  }

  /// Holders' chains of begins speak of tasks by their ids.
  private func relink(above: UInt64, by difference: Int64) {
    if difference == 0 { return }
    let shift = UInt64(bitPattern: difference)
    for slot in ledger.inOrder() {
      let (before, after) = (ledger[slot].predecessor, ledger[slot].successor)
      if before > above { ledger[slot].predecessor = before &+ shift }
      if after > above { ledger[slot].successor = after &+ shift }
    }
    for holder in holders.keys(where: { $1.lastBegun > above }) {
      holders[holder]?.lastBegun &+= shift
      holders[holder]?.lastBegunSlot = -1
    }
  }
}
