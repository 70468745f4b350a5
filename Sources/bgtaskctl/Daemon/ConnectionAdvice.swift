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
    let group = UserDatabase.name(ofGroup: status.st_gid)
    return "members of group \(group) may: sudo usermod -aG \(group) $USER, then log in anew"
  }
}
