import Glibc
import LinuxIO
import Testing

@Suite struct DescriptorTests {
  @Test func closesWithItsOwner() throws {
    let number: Int32
    do {
      let file = try File.open("/dev/null")
      number = file.number
      #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
    }
    // Another test may have reused the number by now; then it must at least be another file.
    var status = stat()
    let open = unsafe fstat(number, &status) == 0
    #expect(!open || status.st_mode & S_IFMT != S_IFCHR)
  }

  @Test func releaseGivesTheNumberAway() throws {
    let file = try File.open("/dev/null")
    let number = file.release()
    #expect(fcntl(number, F_GETFD) >= 0)
    close(number)
  }

  @Test func readsWritesAndSeesTheEnd() throws {
    var pair = try SocketPair()
    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(try pair.right.read(into: &buffer, object: "right") == .wouldBlock)
    #expect(try pair.left.write(Array("xabc".utf8), from: 1, object: "left") == .bytes(3))
    #expect(try pair.right.read(into: &buffer, object: "right") == .bytes(3))
    #expect(buffer[..<3] == [0x61, 0x62, 0x63])
    UnixSocket.shutdownWriting(pair.left)
    #expect(try pair.right.read(into: &buffer, object: "right") == .endOfStream)
    pair.right = try File.open("/dev/null")
    Signals.ignoreBrokenPipe()
    #expect(try pair.left.write([1], object: "left") == .disconnected)
  }

  @Test func aPeerThatLeavesRepliesUnreadIsAtItsEnd() throws {
    var pair = try SocketPair()
    #expect(try pair.left.write([1, 2], object: "left") == .bytes(2))
    #expect(try pair.right.write([3], object: "right") == .bytes(1))
    pair.right = try File.open("/dev/null")
    var buffer = [UInt8](repeating: 0, count: 8)
    // What it had sent is still read; the reset that follows is the end.
    #expect(try pair.left.read(into: &buffer, object: "left") == .bytes(1))
    #expect(try pair.left.read(into: &buffer, object: "left") == .endOfStream)
  }

  @Test func errorsAreFullSentences() throws {
    let faults = Faults { $0 == .read ? EIO : nil }
    let pair = try SocketPair()
    var buffer = [UInt8](repeating: 0, count: 8)
    let error = #expect(throws: SystemError.self) {
      try pair.left.read(into: &buffer, faults: faults, object: "client 7")
    }
    #expect(error?.description == "client 7: cannot read: Input/output error")
    #expect(error?.code == EIO)
  }

  @Test func raisesTheLimitOfDescriptors() {
    let now = Descriptor.raiseLimit(to: 1)
    #expect(now >= 1)
    #expect(Descriptor.raiseLimit(to: now) == now)
  }
}
