import LinuxIO

/// Units: installed, enabled, running. All of it is read from files and control groups.
enum ServiceExamination {
  static let units = [
    "bgtaskd.service", "bgtaskd.socket", "bgtaskd-control.socket", SocketExamination.webUnit,
  ]
  private static let sockets = ["bgtaskd.socket", "bgtaskd-control.socket"]
  private static let enabling = "sudo systemctl enable --now bgtaskd.socket bgtaskd-control.socket"

  static func all(_ machine: ExaminedMachine) -> [Examination] {
    [installed(machine), program(machine), enabled(machine), running(machine)].compactMap { $0 }
  }

  static func installed(_ machine: ExaminedMachine) -> Examination {
    let subject = "units"
    let missing = units.filter { machine.unitFile($0) == nil }
    if missing.count == units.count {
      return .fault(
        subject, "no unit is installed",
        mend: "install the package bgtaskd, or run sudo make install in the sources")
    }
    if !missing.isEmpty {
      return .fault(
        subject, "not installed: \(missing.joined(separator: ", "))",
        mend: "install the package anew, or run sudo make install")
    }
    let masked = units.filter { isMasked($0, machine) }
    if !masked.isEmpty {
      return .fault(
        subject, "masked: \(masked.joined(separator: ", "))",
        mend: "sudo systemctl unmask \(masked.joined(separator: " "))")
    }
    return .ok(subject, "installed: \(machine.unitFile(units[0]) ?? units[0])")
  }

  private static func isMasked(_ unit: String, _ machine: ExaminedMachine) -> Bool {
    guard let file = machine.unitFile(unit) else { return false }
    return FileStatus.target(ofLink: machine.path(file)) == "/dev/null"
  }

  /// Whether what the unit starts is there; nil without a unit.
  static func program(_ machine: ExaminedMachine) -> Examination? {
    guard let program = machine.startCommand()?.first else { return nil }
    if machine.has(program) { return .ok("program", "\(program) is there") }
    return .fault(
      "program", "\(program), which the unit starts, is not there",
      mend: "install the package anew, or run sudo make install with the same PREFIX")
  }

  static func enabled(_ machine: ExaminedMachine) -> Examination? {
    if machine.unitFile(sockets[0]) == nil { return nil }
    let subject = "enabled"
    let missing = sockets.filter { !isEnabled($0, machine) }
    if missing.isEmpty { return .ok(subject, "both sockets open at each boot") }
    return .warning(
      subject, "does not open at a boot: \(missing.joined(separator: ", "))", mend: enabling)
  }

  /// Whether a boot opens the socket.
  static func isEnabled(_ unit: String, _ machine: ExaminedMachine) -> Bool {
    ["sockets.target.wants", "multi-user.target.wants"].contains { folder in
      machine.has("/etc/systemd/system/\(folder)/\(unit)")
    }
  }

  static func running(_ machine: ExaminedMachine) -> Examination {
    let subject = "service"
    if !machine.has("/run/systemd/system") {
      return .hint(
        subject, "no systemd runs here, as in most containers; nobody starts the daemon",
        mend: "run it by hand: bgtaskd --state DIR")
    }
    let hierarchies = ["", "/unified", "/systemd"]
    let processes = hierarchies.compactMap { hierarchy in
      machine.text(
        ofSmallFile: "/sys/fs/cgroup\(hierarchy)/system.slice/bgtaskd.service/cgroup.procs")
    }
    if let first = processes.first(where: { !$0.isEmpty }) {
      let pid = first.split(separator: "\n").first ?? ""
      return .ok(subject, "bgtaskd.service runs, pid \(pid)")
    }
    return .ok(subject, "bgtaskd.service does not run; the first client starts it")
  }
}

extension ExaminedMachine {
  /// The first 4 KiB of what the kernel makes up as it is read; nil where it cannot be read.
  func text(ofSmallFile path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    guard let file = try? File.open(self.path(path)),
      case .bytes(let count)? = try? file.read(into: &buffer, object: path)
    else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
