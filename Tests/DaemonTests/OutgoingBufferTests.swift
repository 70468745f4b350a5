import LinuxIO
import Testing

@testable import AuditDaemon

@Suite struct OutgoingBufferTests {
  @Test func sendsInOrderAndKeepsWhatIsNotTaken() throws {
    let pair = try SocketPair()
    var buffer = OutgoingBuffer()
    let first = [UInt8](repeating: 1, count: 1 << 20)
    buffer.append(first)
    #expect(try buffer.send(to: pair.left, faults: .none, object: "test") == .pending)
    #expect(buffer.count > 0 && buffer.count < first.count)
    buffer.append([2, 3])
    var taken: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while !buffer.isEmpty {
      while case .bytes(let count) = try pair.right.read(into: &chunk, object: "test") {
        taken += chunk[..<count]
      }
      _ = try buffer.send(to: pair.left, faults: .none, object: "test")
    }
    while case .bytes(let count) = try pair.right.read(into: &chunk, object: "test") {
      taken += chunk[..<count]
    }
    #expect(taken == first + [2, 3])
  }

  @Test func whatNobodyWillTakeIsDropped() throws {
    Signals.ignoreBrokenPipe()
    var pair = try SocketPair()
    pair.right = try File.open("/dev/null")
    var buffer = OutgoingBuffer()
    buffer.append([1])
    #expect(try buffer.send(to: pair.left, faults: .none, object: "test") == .disconnected)
    #expect(buffer.isEmpty)
  }
}
