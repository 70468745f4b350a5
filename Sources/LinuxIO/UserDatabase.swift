package import Glibc

/// Users and groups by name and number.
package enum UserDatabase {
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

  /// Its number in digits where the group has no name.
  package static func name(ofGroup number: gid_t) -> String {
    var entry = unsafe Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    let code = unsafe getgrgid_r(number, &entry, &buffer, buffer.count, &found)
    guard code == 0, unsafe found != nil, let name = unsafe entry.gr_name else {
      return String(number)
    }
    return unsafe String(cString: name)
  }

  /// Its number in digits where the user has no name.
  package static func name(ofUser number: uid_t) -> String {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    let code = unsafe getpwuid_r(number, &entry, &buffer, buffer.count, &found)
    guard code == 0, unsafe found != nil, let name = unsafe entry.pw_name else {
      return String(number)
    }
    return unsafe String(cString: name)
  }
}
