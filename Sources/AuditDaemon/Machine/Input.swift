package import AuditCore
package import LinuxIO

/// One thing that happens to the audit from outside. The same inputs in the same order make the same
/// audit: what is spooled can be replayed.
package struct Input: Hashable {
  package enum Action: Hashable {
    /// A client has connected. `peer`: nil where the kernel does not tell.
    case opened(peer: PeerCredentials?)
    /// The client has sent bytes, which go beside the input.
    case bytes
    /// The client will send nothing more: at the end of its stream, or because it was cut off, and
    /// then a half line is not its last.
    case ended(isCut: Bool)
    /// The line that it has begun is given up, for want of memory.
    case lineGivenUp
    /// Its connection is gone, and so is everything that was yet to be sent to it.
    case left
    /// The deadlines up to the time of arrival have passed.
    case advanced
    /// So many sessions give way for want of room, ended ones first and then the most silent.
    case relieved(sessions: Int)
    /// Ended sessions that were silent since this time are forgotten.
    case retired(silentSince: Instant)
  }

  package var action: Action
  /// The client's number, counted from 1; 0 where no client is meant.
  package var client: Int
  package var arrival: Arrival

  package init(action: Action, client: Int, arrival: Arrival) {
    self.action = action
    self.client = client
    self.arrival = arrival
  }
}
