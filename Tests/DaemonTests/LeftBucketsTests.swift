import AuditCore
import LinuxIO
import Testing

@testable import AuditDaemon

@Suite struct LeftBucketsTests {
  private func peer(_ pid: Int32) -> PeerCredentials { PeerCredentials(pid: pid, uid: 1, gid: 1) }
  private func bucket(_ burst: Int) -> TokenBucket {
    TokenBucket(full: burst, at: Instant(microseconds: 0))
  }

  @Test func aProcessGetsBackWhatItLeftOnce() {
    var left = LeftBuckets()
    left.keep(bucket(1), of: peer(1))
    left.keep(bucket(2), of: peer(2))
    left.keep(bucket(3), of: peer(1))
    #expect(left.take(of: peer(1)) == bucket(3))
    #expect(left.take(of: peer(1)) == nil)
    #expect(left.take(of: peer(2)) == bucket(2))
  }

  @Test func theFirstOfTooManyIsForgotten() {
    var left = LeftBuckets()
    for pid in 1...Int32(LeftBuckets.countMax * 5) {
      left.keep(bucket(1), of: peer(pid))
      // Every other one comes again.
      if pid % 2 == 0 { #expect(left.take(of: peer(pid)) != nil) }
    }
    let last = Int32(LeftBuckets.countMax * 5 - 1)
    #expect(left.take(of: peer(1)) == nil)
    #expect(left.take(of: peer(last)) != nil)
  }
}
