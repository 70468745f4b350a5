import Glibc

/// Groups by name.
enum UserDatabase {
  /// The number of the group `name`, which may also be given as a number. ENOENT if there is none.
  static func group(named name: String) throws(SystemError) -> gid_t {
    if let number = gid_t(name) { return number }
    var entry = unsafe Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    let code = unsafe getgrnam_r(name, &entry, &buffer, buffer.count, &found)
    let exists = unsafe found != nil
    if code != 0 || !exists {
      throw SystemError(
        code: code == 0 ? ENOENT : code, operation: "find the group", object: name)
    }
    return unsafe entry.gr_gid
  }
}
