import Glibc
import LinuxIO

/// What to check when the daemon cannot be reached.
enum ConnectionAdvice {
  static func text(for error: SystemError) -> String {
    switch error.code {
    case ENOENT, ECONNREFUSED:
      "is bgtaskd running? systemctl status bgtaskd.socket bgtaskd.service"
    case EACCES, EPERM:
      permission(path: error.object)
    case EAGAIN:
      "the daemon has too many clients waiting; try again"
    default:
      "systemctl status bgtaskd.service and journalctl -u bgtaskd say more"
    }
  }

  private static func permission(path: String) -> String {
    guard let group = group(of: path) else {
      return "its folder may not be entered; become root, or ask who set the daemon up"
    }
    return "members of group \(group) may: sudo usermod -aG \(group) $USER, then log in anew"
  }

  private static func group(of path: String) -> String? {
    var status = stat()
    if unsafe stat(path, &status) != 0 { return nil }
    var entry = unsafe Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    let code = unsafe getgrgid_r(status.st_gid, &entry, &buffer, buffer.count, &found)
    guard code == 0, unsafe found != nil, let name = unsafe entry.gr_name else {
      return String(status.st_gid)
    }
    return unsafe String(cString: name)
  }
}
