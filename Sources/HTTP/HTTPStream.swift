/// Events on their way to one client: the one that is being sent, and the newest of those after it.
final class HTTPStream {
  private var sending: [UInt8]
  private var start = 0
  private var next: [UInt8]?
  /// Since when the client has not taken the event that comes next; nil while none waits.
  private(set) var unreadSince: Int64?
  private var isOver = false
  /// Called when there is nothing to send.
  private let suspend: () -> Void

  init(_ first: [UInt8], at now: Int64, suspend: @escaping () -> Void) {
    sending = first
    self.suspend = suspend
  }

  func put(_ event: [UInt8], at now: Int64) {
    if start == sending.count {
      sending = event
      start = 0
    } else {
      next = event
      unreadSince = unreadSince ?? now
    }
  }

  /// No more is sent, not even what was begun.
  func end() { isOver = true }

  /// Fills `buffer` as far as there is something; returns how many bytes that was, 0 when it has to wait, -1 at
  /// the end.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    if isOver { return -1 }
    if start == sending.count, let event = next {
      sending = event
      start = 0
      next = nil
      unreadSince = nil
    }
    let count = min(buffer.count, sending.count - start)
    if count == 0 {
      suspend()
      return 0
    }
    unsafe buffer.copyBytes(from: sending[start..<start + count])
    start += count
    return count
  }
}
