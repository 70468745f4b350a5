import LinuxIO

/// A standard stream that remembers how writing to it went, so that it is asked once, at the end.
final class OutputStream {
  private let descriptor: Descriptor
  private let name: String
  /// The first failure, such as a full disk.
  private(set) var failure: SystemError?
  private var readerIsGone = false

  init(_ descriptor: consuming Descriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Nothing more need be written: the reader is gone, which is no failure, or writing failed.
  var isOver: Bool { readerIsGone || failure != nil }

  /// Writes all of it, or nothing once the stream is over.
  func write(_ bytes: [UInt8]) {
    if isOver { return }
    do throws(SystemError) {
      readerIsGone = try !descriptor.writeAll(bytes, object: name)
    } catch {
      failure = error
    }
  }
}
