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

  init(_ path: String) throws(SystemError) {
    name = path
    descriptor =
      path == Self.standardInput ? Descriptor(owning: STDIN_FILENO) : try File.open(path)
    var status = stat()
    let known = unsafe fstat(descriptor.number, &status) == 0
    size = known && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Passes the next bytes to `take`, waiting for them; false at the end.
  ///
  /// Waits before it reads: a FIFO that no writer has opened yet reads as if it were at its end.
  mutating func next(_ take: (Span<UInt8>) -> Void) throws(SystemError) -> Bool {
    while true {
      _ = descriptor.wait(for: POLLIN, milliseconds: -1)
      switch try descriptor.read(into: &buffer, object: name) {
      case .bytes(let count):
        take(buffer.span.extracting(0..<count))
        return true
      case .endOfStream: return false
      case .wouldBlock: continue
      }
    }
  }

  /// Lends the descriptor, to wait for it together with others.
  borrowing func withDescriptor<Result>(
    _ body: (borrowing Descriptor) -> Result
  ) -> Result {
    body(descriptor)
  }
}
