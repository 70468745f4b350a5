import Glibc

/// Where the running program stands.
package enum ProgramPath {
  /// Its folder, links resolved; nil where /proc is not there.
  package static func folder() -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe start.map { unsafe readlink("/proc/self/exe", $0, bytes.count) } ?? -1
    }
    if count <= 0 || count == buffer.count { return nil }
    let path = String(decoding: buffer[..<count], as: UTF8.self)
    return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }
}
