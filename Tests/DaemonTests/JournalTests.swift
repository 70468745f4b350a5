import CShims
import Glibc
import LinuxIO
import Testing

@testable import Systemd

@Suite struct JournalTests {
  private let entry = JournalEntry(
    priority: 4, message: "task 1\n<0>is lost",
    fields: [JournalField("BGTASK_TASK", "1"), JournalField("BGTASK_STACK", "a\nb")])

  @Test func standardErrorHasOneLineWithItsPriority() {
    #expect(String(decoding: entry.line, as: UTF8.self) == "<4>task 1 <0>is lost\n")
    #expect(entry.value(of: "BGTASK_TASK") == "1")
    #expect(entry.value(of: "BGTASK_NAME") == nil)
  }

  @Test func valuesOfSeveralLinesHaveTheirLength() {
    let expected =
      "MESSAGE\n\u{11}\0\0\0\0\0\0\0task 1\n<0>is lost\nPRIORITY=4\nSYSLOG_IDENTIFIER=test\n"
      + "BGTASK_TASK=1\nBGTASK_STACK\n\u{3}\0\0\0\0\0\0\0a\nb\n"
    #expect(String(decoding: entry.message(identifier: "test"), as: UTF8.self) == expected)
  }

  @Test func anEntryThatIsSentIsNoted() throws {
    let receiver = try DatagramReceiver()
    let memory = try SharedMemory.anonymous("notes", count: 4096)
    let note = memory.note(at: 0)
    let journal = Journal(identifier: "test", path: receiver.path)
    #expect(journal.isJournal)
    journal.write(entry, noting: note)
    #expect(note.isSent)
    #expect(receiver.take() == entry.message(identifier: "test"))
  }

  @Test func anEntryTooLongForADatagramIsPassedAsMemory() throws {
    let receiver = try DatagramReceiver()
    let memory = try SharedMemory.anonymous("notes", count: 4096)
    let failures = Counter(1)
    let faults = Faults { $0 == .send && failures.take() ? EMSGSIZE : nil }
    Journal(identifier: "test", path: receiver.path, faults: faults).write(
      entry, noting: memory.note(at: 0))
    #expect(memory.note(at: 0).isSent)
    #expect(receiver.take() == entry.message(identifier: "test"))
  }

  @Test func withoutAJournalItIsNotedToo() throws {
    let memory = try SharedMemory.anonymous("notes", count: 4096)
    let journal = Journal(identifier: "test", path: "/nonexistent/socket")
    #expect(!journal.isJournal)
    journal.write(
      JournalEntry(priority: 6, message: "from a test", fields: []), noting: memory.note(at: 0))
    #expect(memory.note(at: 0).isSent)
  }
}

extension DatagramReceiver {
  /// The next message and how many descriptors came with it; empty where none waits.
  func next() -> (text: String, descriptors: Int) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var passed = [Int32](repeating: -1, count: 253)
    let (length, count) = receive(&buffer, &passed)
    for number in passed[..<count] { close(number) }
    return (String(decoding: buffer[..<max(0, length)], as: UTF8.self), count)
  }

  /// The next message, whole, in whatever way it came.
  func take() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var passed = [Int32](repeating: -1, count: 253)
    let (length, count) = receive(&buffer, &passed)
    if count == 0 { return Array(buffer[..<max(0, length)]) }
    let memory = Descriptor(owning: passed[0])
    var bytes: [UInt8] = []
    lseek(memory.number, 0, SEEK_SET)
    while case .bytes(let count)? = try? memory.read(into: &buffer, object: "memory") {
      bytes += buffer[..<count]
    }
    return bytes
  }

  private func receive(_ buffer: inout [UInt8], _ passed: inout [Int32]) -> (Int, Int) {
    var count = 0
    let length = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe passed.withUnsafeMutableBufferPointer { list in
        unsafe cshims_receive_descriptors(
          descriptor.number, bytes.baseAddress, bytes.count, list.baseAddress, &count,
          Int32(MSG_DONTWAIT))
      }
    }
    return (length, count)
  }
}
