import Glibc

/// Waits for any of several descriptors.
package struct PollList: Sendable {
  private var entries: [pollfd] = []

  package init() {}

  /// Waits for `events` (`POLLIN`, `POLLOUT`) of a descriptor, or its end, too. The result is its
  /// position. The descriptor must live until `wait` has returned.
  package mutating func add(_ descriptor: borrowing Descriptor, for events: Int32) -> Int {
    entries.append(pollfd(fd: descriptor.number, events: Int16(events), revents: 0))
    return entries.count - 1
  }

  /// Returns when one is ready, or after `milliseconds`; −1 waits for ever.
  package mutating func wait(milliseconds: Int32) {
    let count = nfds_t(entries.count)
    while unsafe poll(&entries, count, milliseconds) < 0 && errno == EINTR {}
  }

  /// Whether the descriptor at a position can be read or written as asked, or is at its end.
  package func isReady(_ position: Int?) -> Bool {
    position.map { entries[$0].revents != 0 } ?? false
  }
}
