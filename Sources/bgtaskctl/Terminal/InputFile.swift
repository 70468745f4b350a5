import AuditCore
import Glibc
import LinuxIO

/// A log that is read from start to end in pieces: a file, a FIFO, or standard input for `-`.
struct InputFile: ~Copyable {
  /// Large enough that system calls do not count, small enough to stay in the cache.
  static let pieceBytes = 1 << 18

  static let standardInput = "-"

  let name: String
  /// Bytes of a regular file when it was opened; nil for what has no size.
  let size: Int?
  private let descriptor: Descriptor
  private var buffer = [UInt8](repeating: 0, count: InputFile.pieceBytes)
  /// What came before it was known what lines end in.
  private var held: [UInt8] = []
  private var isKnown = false
  /// nil where lines end in line feeds.
  private var returned: ReturnedLines?

  init(_ path: String) throws(InputProblem) {
    name = path
    do throws(SystemError) {
      descriptor =
        path == Self.standardInput ? Descriptor(owning: STDIN_FILENO) : try File.open(path)
    } catch {
      throw InputProblem(error, of: path)
    }
    var status = stat()
    let known = unsafe fstat(descriptor.number, &status) == 0
    size = known && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Passes the next bytes to `take`, waiting for them; false at the end. Bytes may be kept until they tell
  /// what lines end in, which is a line feed in what is passed. Throws for what is no text.
  ///
  /// Waits before it reads: a FIFO that no writer has opened yet reads as if it were at its end.
  mutating func next(_ take: (Span<UInt8>) -> Void) throws(InputProblem) -> Bool {
    while true {
      _ = descriptor.wait(for: POLLIN, milliseconds: -1)
      switch try read() {
      case .bytes(let count):
        if isKnown {
          let range = returned?.replace(in: &buffer, count: count) ?? 0..<count
          take(buffer.span.extracting(range))
        } else {
          held += buffer[..<count]
          try look(take, isWhole: false)
        }
        return true
      case .endOfStream:
        try finish(take)
        return false
      case .wouldBlock: continue
      }
    }
  }

  /// Passes what is kept: nothing more is read.
  mutating func finish(_ take: (Span<UInt8>) -> Void) throws(InputProblem) {
    if !isKnown { try look(take, isWhole: true) }
  }

  private mutating func read() throws(InputProblem) -> ReadOutcome {
    do throws(SystemError) {
      return try descriptor.read(into: &buffer, object: name)
    } catch {
      throw InputProblem(error, of: name)
    }
  }

  private mutating func look(
    _ take: (Span<UInt8>) -> Void, isWhole: Bool
  ) throws(InputProblem) {
    guard let head = InputHead(held.span, isWhole: isWhole) else { return }
    if case .foreign(let data) = head { throw InputProblem(data, in: name) }
    isKnown = true
    returned = head == .carriageReturns ? ReturnedLines() : nil
    var first: [UInt8] = []
    swap(&first, &held)
    let range = returned?.replace(in: &first, count: first.count) ?? 0..<first.count
    take(first.span.extracting(range))
  }

  /// Lends the descriptor, to wait for it together with others.
  borrowing func withDescriptor<Result>(
    _ body: (borrowing Descriptor) -> Result
  ) -> Result {
    body(descriptor)
  }
}
