import Glibc
import LinuxIO
import Testing

@Suite struct DescriptorQueueTests {
  @Test func whatWaitsStaysOpenWhenItsOwnerIsGone() throws {
    let queue = try DescriptorQueue()
    var pair = try SocketPair()
    #expect(try queue.add([7], [pair.left.number]))
    pair.left = try File.open("/dev/null")
    _ = try pair.right.write(Array("half a li".utf8), object: "right")
    #expect(queue.bytesWaiting == 8)
    var text = ""
    let numbers = try queue.first { number, descriptor in
      #expect(number == 7)
      #expect(fcntl(descriptor.number, F_GETFD) == FD_CLOEXEC)
      text = (try? readAll(descriptor)) ?? ""
    }
    #expect(numbers == [7] && text == "half a li")
    // Looked at only: it is still there, and the connection open.
    #expect(try pair.right.write(Array("ne".utf8), object: "right") == .bytes(2))
    queue.dropFirst()
    #expect(queue.bytesWaiting == 0)
    #expect(try queue.first { _, _ in } == nil)
    Signals.ignoreBrokenPipe()
    #expect(try pair.right.write([1], object: "right") == .disconnected)
  }

  @Test func messagesKeepTheirOrderAndTheirBounds() throws {
    let queue = try DescriptorQueue()
    let pair = try SocketPair()
    let most = DescriptorQueue.messageDescriptorsMax
    let many = (0..<UInt64(most)).map { $0 }
    #expect(try queue.add([1000], [pair.left.number]))
    #expect(try queue.add(many, [Int32](repeating: pair.left.number, count: most)))
    #expect(queue.bytesWaiting == 8 * (most + 1))
    #expect(try queue.first { _, _ in } == [1000])
    queue.dropFirst()
    var received = 0
    #expect(try queue.first { _, _ in received += 1 } == many)
    #expect(received == most)
  }

  @Test func aFullQueueSaysSo() throws {
    let queue = try DescriptorQueue()
    let pair = try SocketPair()
    var count = 0
    while try queue.add([UInt64(count)], [pair.left.number]) { count += 1 }
    // The packing of kept connections counts on this much room.
    #expect(count >= 256)
    queue.dropFirst()
    #expect(try queue.add([1], [pair.left.number]))
  }

  @Test func errorsNameTheQueue() throws {
    let faults = Faults { $0 == .sendDescriptors ? ETOOMANYREFS : EBADF }
    let queue = try DescriptorQueue()
    #expect(
      throws: SystemError(
        code: ETOOMANYREFS, operation: "add to", object: "queue of descriptors")
    ) { try queue.add([1], [0], faults: faults) }
    #expect(
      throws: SystemError(code: EBADF, operation: "read", object: "queue of descriptors")
    ) { try queue.first(faults: faults) { _, _ in } }
    #expect(throws: SystemError.self) { _ = try DescriptorQueue(faults: faults) }
  }
}
