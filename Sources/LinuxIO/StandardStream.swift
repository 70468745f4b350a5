import Glibc

/// The streams that a program is started with, for short texts.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Nobody is left to be told of a stream that takes nothing: what cannot be written is lost.
  package func write(_ text: String) { write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(rawValue, buffer.baseAddress?.advanced(by: start), buffer.count - start)
      }
      if count < 0 && errno != EINTR { return }
      start += max(0, count)
    }
  }
}
