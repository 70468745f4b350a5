import CShims
import Glibc

/// Memory that outlives the process that writes it, because a descriptor or a file keeps it: what was
/// stored before a SIGKILL is there for the next process.
///
/// It is zero at first. Stores are seen in program order by whoever maps it later. Used by one thread.
@safe package final class SharedMemory {
  /// For who keeps the memory beyond this process.
  package let descriptor: Descriptor
  private let start: UnsafeMutableRawPointer
  /// Bytes, fixed.
  package let count: Int
  /// A file on a disk that fills up: giving blocks back would make the next store a SIGBUS.
  private let isFile: Bool
  private var notesFatalSignals = false

  static let pageBytes = 4096

  /// Without a name in the file system. Its memory is taken as it is written to.
  package static func anonymous(
    _ name: String, count: Int, faults: Faults = .none
  ) throws(SystemError) -> SharedMemory {
    let injected = faults.code(for: .allocate)
    let flags = UInt32(MFD_CLOEXEC | MFD_ALLOW_SEALING)
    let number = injected == nil ? unsafe memfd_create(name, flags) : -1
    if number < 0 {
      throw SystemError(code: injected ?? errno, operation: "make memory for", object: name)
    }
    let descriptor = Descriptor(owning: number)
    let code = faults.code(for: .allocate) ?? (ftruncate(number, off_t(count)) == 0 ? 0 : errno)
    if code != 0 { throw SystemError(code: code, operation: "size memory for", object: name) }
    // Who shrank it would kill its users with SIGBUS.
    _ = cshims_seal(number, 0)
    return try SharedMemory(
      descriptor, count: count, isFile: false, faults: faults, object: name)
  }

  /// What an earlier process left. EINVAL if it has another size.
  package static func adopting(
    _ descriptor: consuming Descriptor, count: Int, faults: Faults = .none,
    object: @autoclosure () -> String
  ) throws(SystemError) -> SharedMemory {
    try checkSize(of: descriptor, count, faults, object: object())
    return try SharedMemory(
      descriptor, count: count, isFile: false, faults: faults, object: object())
  }

  /// The file at `path`, made if it is not there or has another size, with all its blocks allocated:
  /// ENOSPC comes now and not as a SIGBUS later.
  package static func file(
    _ path: String, count: Int, faults: Faults = .none
  ) throws(SystemError) -> SharedMemory {
    var injected = faults.code(for: .open)
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
    let number = injected == nil ? unsafe open(path, flags, 0o600) : -1
    if number < 0 {
      throw SystemError(code: injected ?? errno, operation: "open", object: path)
    }
    let descriptor = Descriptor(owning: number)
    do {
      try checkSize(of: descriptor, count, faults, object: path)
    } catch {
      let code = faults.code(for: .allocate) ?? (ftruncate(number, 0) == 0 ? 0 : errno)
      if code != 0 { throw SystemError(code: code, operation: "size", object: path) }
    }
    injected = faults.code(for: .allocate)
    let code = injected ?? posix_fallocate(number, 0, off_t(count))
    if code != 0 { throw SystemError(code: code, operation: "allocate", object: path) }
    return try SharedMemory(descriptor, count: count, isFile: true, faults: faults, object: path)
  }

  private init(
    _ descriptor: consuming Descriptor, count: Int, isFile: Bool, faults: Faults, object: String
  ) throws(SystemError) {
    let injected = faults.code(for: .map)
    let address =
      injected == nil
      ? unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0) : nil
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
      throw SystemError(code: injected ?? errno, operation: "map", object: object)
    }
    unsafe start = address
    self.count = count
    self.isFile = isFile
    self.descriptor = descriptor
  }

  deinit {
    if notesFatalSignals { cshims_note_fatal_signals(nil) }
    unsafe _ = munmap(start, count)
  }

  /// From now on a signal that ends the program because it went wrong (a trap, a fault, the watchdog's
  /// abort; not SIGKILL) stores its number in the word at `offset`. One memory of a process can do so.
  package func noteFatalSignals(at offset: Int) {
    notesFatalSignals = true
    unsafe cshims_note_fatal_signals(address(of: offset, 8).assumingMemoryBound(to: UInt64.self))
  }

  private static func checkSize(
    of descriptor: borrowing Descriptor, _ count: Int, _ faults: Faults,
    object: @autoclosure () -> String
  ) throws(SystemError) {
    var status = stat()
    let code =
      faults.code(for: .examine) ?? (unsafe fstat(descriptor.number, &status) == 0 ? 0 : errno)
    if code != 0 || status.st_mode & S_IFMT != S_IFREG || Int(status.st_size) != count {
      throw SystemError(code: code == 0 ? EINVAL : code, operation: "take over", object: object())
    }
  }
}

extension SharedMemory {
  /// A word of 8 bytes at an offset that 8 divides. A store is made at once and as a whole, and after
  /// everything that was stored before it.
  package subscript(word offset: Int) -> UInt64 {
    get { unsafe cshims_load(address(of: offset, 8).assumingMemoryBound(to: UInt64.self)) }
    set {
      unsafe cshims_store(address(of: offset, 8).assumingMemoryBound(to: UInt64.self), newValue)
    }
  }

  /// Calls `body` with the bytes in `range`.
  package func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let first = unsafe address(of: range.lowerBound, range.count)
    let bytes = unsafe UnsafeRawBufferPointer(start: first, count: range.count)
    return try body(unsafe bytes.bindMemory(to: UInt8.self).span)
  }

  package func store(_ bytes: Span<UInt8>, at offset: Int) {
    if bytes.isEmpty { return }
    unsafe bytes.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return }
      unsafe address(of: offset, bytes.count).copyMemory(from: first, byteCount: bytes.count)
    }
  }

  /// One read from the socket `descriptor`, straight to `offset`; as `Descriptor.read(into:)`. How much
  /// came stands in `note` before the call returns.
  package func receive(
    from descriptor: borrowing Descriptor, at offset: Int, max: Int, noting note: TransferNote,
    faults: Faults, object: @autoclosure () -> String
  ) throws(SystemError) -> ReadOutcome {
    let place = unsafe UnsafeMutableRawBufferPointer(start: address(of: offset, max), count: max)
    return try unsafe descriptor.read(into: place, noting: note, faults: faults)
      .outcome(object: object())
  }

  /// Touches every page of a range that is zero, so that the kernel, which copies received bytes into
  /// it, never has to wait for a page. A copy that is broken off there by a SIGKILL would leave bytes
  /// both here and in the socket.
  package func prepare(_ range: Range<Int>) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      unsafe address(of: offset, 1).storeBytes(of: 0, as: UInt8.self)
      offset = (offset / Self.pageBytes + 1) * Self.pageBytes
    }
  }

  package func zero(_ range: Range<Int>) {
    if range.isEmpty { return }
    unsafe _ = memset(address(of: range.lowerBound, range.count), 0, range.count)
  }

  /// Zeroes whole pages and gives their memory back to the system. A file keeps its room on the disk,
  /// which could run full under it otherwise; where a file system cannot do that, its pages stay.
  package func giveBack(_ range: Range<Int>) {
    let mode = (isFile ? FALLOC_FL_ZERO_RANGE : FALLOC_FL_PUNCH_HOLE) | FALLOC_FL_KEEP_SIZE
    let isBack =
      fallocate(descriptor.number, mode, off_t(range.lowerBound), off_t(range.count)) == 0
    if !isBack { zero(range) }
  }

  /// The place of a note of `TransferNote.bytes` at an offset that 8 divides.
  package func note(at offset: Int) -> TransferNote {
    unsafe TransferNote(address(of: offset, TransferNote.bytes), in: self)
  }

  private func address(of offset: Int, _ length: Int) -> UnsafeMutableRawPointer {
    precondition(offset >= 0 && length >= 0 && length <= count - offset)
    return unsafe start + offset
  }
}
