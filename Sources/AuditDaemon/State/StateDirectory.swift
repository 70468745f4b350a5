import Glibc

/// The folder that the service manager made for state.
package enum StateDirectory {
  /// The first of `STATE_DIRECTORY`, which separates several by colons; nil where there is none.
  package static var given: String? {
    guard let text = unsafe getenv("STATE_DIRECTORY") else { return nil }
    let first = unsafe String(cString: text).split(separator: ":").first
    return first.map(String.init)
  }
}
