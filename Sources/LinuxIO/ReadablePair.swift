import Glibc

/// Which of two descriptors has something to read, or is closed.
package struct ReadablePair: Hashable, Sendable {
  package var first: Bool
  package var second: Bool

  /// Waits until one of them has, without bound.
  package static func wait(
    _ first: borrowing Descriptor, _ second: borrowing Descriptor
  ) -> ReadablePair {
    var entries = [
      pollfd(fd: first.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: second.number, events: Int16(POLLIN), revents: 0),
    ]
    while unsafe poll(&entries, 2, -1) < 0 && errno == EINTR {}
    return ReadablePair(first: entries[0].revents != 0, second: entries[1].revents != 0)
  }
}
