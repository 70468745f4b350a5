import Glibc

/// A system call that failed: its errno, what was being done and to which object.
///
/// Its description is a full clause, "/run/x.sock: cannot bind: Address already in use", so that a
/// program only puts its name in front.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errno value, positive.
  package var code: Int32
  /// A verb phrase that completes "cannot …".
  package var operation: String
  /// The file, socket or other thing that it was done to.
  package var object: String

  package init(code: Int32, operation: String, object: String) {
    self.code = code
    self.operation = operation
    self.object = object
  }

  package var description: String { "\(object): cannot \(operation): \(reason)" }

  /// What errno says, in the C library's words.
  package var reason: String { Self.text(of: code) }

  /// The C library's text for an errno value, such as "No such file or directory".
  package static func text(of code: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, unsafe strerror_r(code, start, buffer.count) == 0 else {
        return "error \(code)"
      }
      return unsafe String(cString: start)
    }
  }
}
