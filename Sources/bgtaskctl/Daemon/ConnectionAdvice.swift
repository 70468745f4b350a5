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
    var status = stat()
    if unsafe stat(path, &status) != 0 {
      return "its folder may not be entered; become root, or ask who set the daemon up"
    }
    if status.st_gid == 0 { return "only root may: try it with sudo" }
    let group = name(ofGroup: status.st_gid)
    return "members of group \(group) may: sudo usermod -aG \(group) $USER, then log in anew"
  }

  /// Its number where it has no name.
  private static func name(ofGroup number: gid_t) -> String {
    var entry = unsafe Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    let code = unsafe getgrgid_r(number, &entry, &buffer, buffer.count, &found)
    guard code == 0, unsafe found != nil, let name = unsafe entry.gr_name else {
      return String(number)
    }
    return unsafe String(cString: name)
  }
}
