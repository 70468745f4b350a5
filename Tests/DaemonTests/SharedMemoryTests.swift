import Glibc
import LinuxIO
import Testing

@Suite struct SharedMemoryTests {
  private static let count = 1 << 16

  private static func lastNonzero(_ memory: SharedMemory) -> Int? {
    memory.withBytes(0..<count) { bytes in bytes.indices.last { bytes[$0] != 0 } }
  }

  @Test func isZeroAndKeepsWhatIsStored() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/memory"
    do {
      let memory = try SharedMemory.file(path, count: Self.count)
      #expect(Self.lastNonzero(memory) == nil)
      memory[word: 8] = 0x0102_0304_0506_0708
      memory.store(Array("abc".utf8).span, at: 5000)
    }
    let memory = try SharedMemory.file(path, count: Self.count)
    #expect(memory[word: 8] == 0x0102_0304_0506_0708)
    #expect(Self.lastNonzero(memory) == 5002)
    memory.withBytes(5000..<5003) { #expect($0[2] == UInt8(ascii: "c")) }
    memory.giveBack(4096..<8192)
    #expect(Self.lastNonzero(memory) == 15)
  }

  @Test func aFileHasAllItsBlocks() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/memory"
    let memory = try SharedMemory.file(path, count: Self.count)
    memory.giveBack(0..<Self.count)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(Int(status.st_blocks) * 512 >= Self.count)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func anonymousMemoryComesAndGoes() throws {
    let memory = try SharedMemory.anonymous("test", count: Self.count)
    func blocks() -> Int {
      var status = stat()
      _ = unsafe fstat(memory.descriptor.number, &status)
      return Int(status.st_blocks) * 512
    }
    #expect(blocks() == 0)
    memory.prepare(0..<Self.count)
    #expect(blocks() == Self.count)
    memory.giveBack(0..<Self.count / 2)
    #expect(blocks() == Self.count / 2)
    #expect(ftruncate(memory.descriptor.number, 0) < 0)
  }

  @Test func memoryOfAnotherSizeIsNotTaken() throws {
    let memory = try SharedMemory.anonymous("test", count: Self.count)
    memory[word: 0] = 7
    let copy = Descriptor(owning: dup(memory.descriptor.number))
    let again = try SharedMemory.adopting(copy, count: Self.count, object: "test")
    #expect(again[word: 0] == 7)
    #expect(throws: SystemError.self) {
      try SharedMemory.adopting(
        Descriptor(owning: dup(memory.descriptor.number)), count: Self.count * 2, object: "test")
    }
    #expect(throws: SystemError.self) {
      try SharedMemory.adopting(File.open("/dev/null"), count: Self.count, object: "test")
    }
  }

  @Test(arguments: [SystemCall.open, .allocate, .map])
  func failuresAreErrors(_ call: SystemCall) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/memory"
    let faults = Faults { $0 == call ? ENOSPC : nil }
    let error = #expect(throws: SystemError.self) {
      try SharedMemory.file(path, count: Self.count, faults: faults)
    }
    #expect(error?.code == ENOSPC)
    #expect(error?.description.hasPrefix(path) == true)
  }

  @Test func whatIsReceivedIsNoted() throws {
    let memory = try SharedMemory.anonymous("test", count: Self.count)
    var pair = try SocketPair()
    let note = memory.note(at: 64)
    func receive(_ faults: Faults = .none) throws -> ReadOutcome {
      try memory.receive(
        from: pair.right, at: 4096, max: 100, noting: note, faults: faults, object: "test")
    }
    #expect(try receive() == .wouldBlock)
    #expect(note.count == 0)
    #expect(throws: SystemError.self) { try receive(Faults { $0 == .read ? EIO : nil }) }
    _ = try pair.left.write([7, 0, 0], object: "test")
    #expect(try receive() == .bytes(3))
    #expect(note.count == 3)
    #expect(memory.withBytes(4096..<4099) { [$0[0], $0[1], $0[2]] } == [7, 0, 0])
    note.clear()
    // A peer that leaves replies unread resets the connection; what it had sent comes first.
    _ = try pair.right.write([1], object: "test")
    _ = try pair.left.write([8, 9], object: "test")
    pair.left = try File.open("/dev/null")
    #expect(try receive() == .bytes(2))
    #expect(note.count == 2)
    #expect(try receive() == .endOfStream)
  }

  @Test func aMessageThatIsSentIsNoted() throws {
    let memory = try SharedMemory.anonymous("test", count: Self.count)
    let pair = try SocketPair()
    let note = memory.note(at: 64)
    #expect(!note.isSent)
    #expect(throws: SystemError.self) {
      try pair.left.send(
        [1], noting: note, faults: Faults { $0 == .send ? ENOBUFS : nil }, object: "test")
    }
    #expect(!note.isSent)
    try pair.left.send([1, 2], noting: note, object: "test")
    #expect(note.isSent)
    #expect(try readAll(pair.right) == "\u{1}\u{2}")
    note.clear()
    #expect(!note.isSent)
    note.markSent()
    #expect(note.isSent)
  }
}
