import AuditCore
import LinuxIO

/// What processes that have left still owe of their share, so that coming again pays off nothing.
struct LeftBuckets {
  /// Processes remembered; of more, those that left first are forgotten.
  static let countMax = 4096

  private var buckets: [PeerCredentials: TokenBucket] = [:]
  /// In the order in which they left; some may have come again since.
  private var order: [PeerCredentials] = []

  mutating func keep(_ bucket: TokenBucket, of peer: PeerCredentials) {
    if buckets.updateValue(bucket, forKey: peer) == nil { order.append(peer) }
    if order.count > Self.countMax * 2 { order.removeAll { buckets[$0] == nil } }
    while buckets.count > Self.countMax, let first = order.first {
      buckets[first] = nil
      order.removeFirst()
    }
  }

  /// The bucket that the process left, once.
  mutating func take(of peer: PeerCredentials) -> TokenBucket? {
    buckets.removeValue(forKey: peer)
  }
}
