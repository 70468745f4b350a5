import AuditCore
import Glibc
import LinuxIO

/// A socket of the daemon: there, open, for whom, and answered by whom.
struct SocketExamination {
  static let webUnit = "bgtaskd-web.socket"

  /// `ingest`, `control` or `web`.
  let subject: String
  /// Below the machine's root.
  let path: String
  let unit: String

  /// The daemon answers from memory; systemd starts it meanwhile.
  private static let patienceMilliseconds: Int32 = 10_000

  /// The socket of the live page, which nobody has to serve: that it is not there is a fault only where a boot
  /// opens it.
  static func examineWeb(path: String, _ machine: ExaminedMachine) -> [Examination] {
    let web = SocketExamination(subject: "web", path: path, unit: webUnit)
    if (try? FileStatus(of: path)) != nil || ServiceExamination.isEnabled(webUnit, machine) {
      return web.examine()
    }
    return [
      .ok("web", "the live page is not served; sudo systemctl enable --now \(webUnit) would do it")
    ]
  }

  func examine() -> [Examination] {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path)
    } catch {
      return [unreachable(error)]
    }
    if !status.isSocket {
      return [.fault(subject, "\(path) is no socket", mend: "remove it; \(restarting)")]
    }
    do throws(SystemError) {
      let socket = try UnixSocket.connect(to: path, nonblocking: true)
      let open = Examination.ok(subject, "\(path) is open; \(whoMay(status))")
      let permissions = status.mode & 0o002 != 0 ? [openToAll] : []
      return [open] + permissions + (subject == "control" ? [answer(socket)] : [])
    } catch {
      return [error.code == EACCES || error.code == EPERM ? barred(status) : unreachable(error)]
    }
  }

  private var restarting: String { "sudo systemctl restart \(unit)" }

  private func unreachable(_ error: SystemError) -> Examination {
    switch error.code {
    case ENOENT:
      .fault(
        subject, "\(path) is not there: the socket is not open",
        mend: "sudo systemctl enable --now \(unit)")
    case EACCES, EPERM:
      .hint(
        subject, "\(path): its folder may not be entered by you", mend: "sudo bgtaskctl doctor")
    case ECONNREFUSED:
      .fault(
        subject, "\(path): nobody listens there any more",
        mend: "sudo systemctl reset-failed bgtaskd.service; \(restarting)")
    case EAGAIN:
      .warning(
        subject, "\(path): too many clients wait for the daemon",
        mend: "journalctl -u bgtaskd.service says why it does not take them")
    default:
      .fault(subject, error.description, mend: "journalctl -u bgtaskd.service says more")
    }
  }

  private func barred(_ status: FileStatus) -> Examination {
    let group = UserDatabase.name(ofGroup: status.group)
    let mend =
      status.group == 0
      ? "sudo bgtaskctl doctor" : "sudo usermod -aG \(group) $USER, then log in anew"
    return .hint(subject, "\(path) is there, and not for you; \(whoMay(status))", mend: mend)
  }

  private func whoMay(_ status: FileStatus) -> String {
    let mode = String(status.mode, radix: 8)
    let group = UserDatabase.name(ofGroup: status.group)
    let whom =
      status.mode & 0o002 != 0
      ? "anybody" : status.mode & 0o020 != 0 ? "members of \(group)" : "its owner alone"
    let what = subject == "ingest" ? "post" : "ask"
    return
      "\(whom) may \(what) (mode 0\(mode), owner \(UserDatabase.name(ofUser: status.owner)), group \(group))"
  }

  private var openToAll: Examination {
    .warning(
      subject,
      subject == "ingest" ? "every user may post logs" : "every user may read everybody's logs",
      mend: "SocketMode=0660 in \(unit), or in the configuration where no systemd has the socket")
  }

  // MARK: Who answers

  private func answer(_ socket: borrowing Descriptor) -> Examination {
    let subject = "daemon"
    guard let said = try? ask(socket) else {
      return .fault(
        subject, "\(path): no answer within \(Self.patienceMilliseconds / 1000) s",
        mend: "journalctl -u bgtaskd.service says more; then sudo systemctl restart bgtaskd")
    }
    guard let version = Self.version(in: said) else {
      return .fault(
        subject, "\(path): who answers is not bgtaskd, or of another version",
        mend: "see who listens there: sudo ss -xlp")
    }
    if version == ProductVersion.text { return .ok(subject, "bgtaskd \(version) answers") }
    return .warning(
      subject, "bgtaskd \(version) answers, and this is bgtaskctl \(ProductVersion.text)",
      mend: "sudo systemctl restart bgtaskd.service; if that does not help, see which bgtaskctl")
  }

  private func ask(_ socket: borrowing Descriptor) throws(SystemError) -> [UInt8]? {
    _ = try socket.writeAll(ControlRequest(.status, format: .json).line, object: path)
    var said: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while said.count < 1 << 20 {
      if !socket.wait(for: POLLIN, milliseconds: Self.patienceMilliseconds) { return nil }
      guard case .bytes(let count) = try socket.read(into: &buffer, object: path) else { break }
      said += buffer[..<count]
    }
    return said
  }

  /// The daemon's, of an answer to `status`.
  static func version(in answer: [UInt8]) -> String? {
    let key = Array("\"daemonVersion\":\"".utf8)
    guard let start = answer.indices.first(where: { answer[$0...].starts(with: key) }) else {
      return nil
    }
    let value = answer[(start + key.count)...].prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: value, as: UTF8.self)
  }
}
