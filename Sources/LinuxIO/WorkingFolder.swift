import Glibc

/// The folder that relative paths start from.
package enum WorkingFolder {
  /// Its absolute path without a slash at the end; nil where it is gone, unreadable, or the root.
  package static func path() -> String? {
    guard let text = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(text) }
    let path = unsafe String(cString: text)
    return path == "/" ? nil : path
  }
}
