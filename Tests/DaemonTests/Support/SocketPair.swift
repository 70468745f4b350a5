import Glibc
import LinuxIO

/// Two Unix stream sockets that are connected to each other, both non-blocking.
struct SocketPair: ~Copyable {
  var left: Descriptor
  var right: Descriptor

  init() throws {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    if unsafe socketpair(AF_UNIX, kind, 0, &numbers) != 0 {
      throw SystemError(code: errno, operation: "make", object: "pair of sockets")
    }
    let left = Descriptor(owning: numbers[0])
    let right = Descriptor(owning: numbers[1])
    try left.setNonblocking()
    try right.setNonblocking()
    self.left = left
    self.right = right
  }
}

/// All bytes that can be read now.
func readAll(_ descriptor: borrowing Descriptor) throws -> String {
  var buffer = [UInt8](repeating: 0, count: 4096)
  var bytes: [UInt8] = []
  while case .bytes(let count) = try descriptor.read(into: &buffer, object: "test") {
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}
