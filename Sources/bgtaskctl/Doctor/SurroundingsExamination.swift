import AuditCore
import LinuxIO

/// What the daemon needs around it: message catalog, clock, tools for devices.
enum SurroundingsExamination {
  // MARK: Catalog

  private static let catalogs = [
    "/usr/local/lib/systemd/catalog/bgtaskd.catalog", "/usr/lib/systemd/catalog/bgtaskd.catalog",
    "/lib/systemd/catalog/bgtaskd.catalog",
  ]
  private static let database = "/var/lib/systemd/catalog/database"

  static func catalog(_ machine: ExaminedMachine) -> Examination {
    let subject = "catalog"
    guard let file = machine.first(of: catalogs), let lines = machine.lines(file) else {
      return .warning(
        subject, "the message catalog is not installed: journalctl -x explains nothing",
        mend: "install the package anew, or run sudo make install")
    }
    let updating = "sudo journalctl --update-catalog"
    let path = machine.path(database)
    guard let compiled = try? File.read(path, bytesMax: 64 << 20) else {
      return .warning(subject, "\(path) cannot be read, or was never made", mend: updating)
    }
    let ids = lines.filter { $0.hasPrefix("-- ") }.compactMap { Identifier($0.dropFirst(3)) }
    let missing = ids.count { !$0.isIn(compiled) }
    if missing > 0 || ids.isEmpty {
      return .warning(
        subject, "\(missing) of \(ids.count) messages are not in the journal's catalog",
        mend: updating)
    }
    return .ok(subject, "journalctl -x explains all \(ids.count) messages")
  }

  /// A message id, in the 16 bytes that the journal's database has.
  private struct Identifier {
    var bytes: [UInt8] = []

    init?(_ hexadecimal: some StringProtocol) {
      let digits = hexadecimal.prefix { $0 != " " }.map(\.hexDigitValue)
      guard digits.count == 32 else { return nil }
      for index in stride(from: 0, to: 32, by: 2) {
        guard let high = digits[index], let low = digits[index + 1] else { return nil }
        bytes.append(UInt8(high << 4 | low))
      }
    }

    func isIn(_ compiled: [UInt8]) -> Bool {
      guard let first = bytes.first else { return false }
      var start = 0
      while let found = compiled[start...].firstIndex(of: first) {
        if compiled[found...].starts(with: bytes) { return true }
        start = found + 1
      }
      return false
    }
  }

  // MARK: Clock

  /// 2025-01-01: a clock before that was never set.
  static let realtimeMin: Int64 = 1_735_689_600_000_000

  static func clock(now: Int64, isSynchronised: Bool?) -> Examination {
    let subject = "clock"
    if now < realtimeMin {
      return .fault(
        subject, "it was never set: times in the journal and of sessions are wrong",
        mend: "sudo timedatectl set-ntp true")
    }
    switch isSynchronised {
    case true?: return .ok(subject, "synchronised")
    case false?:
      return .hint(
        subject, "not synchronised: times of alerts may differ from those of the devices",
        mend: "sudo timedatectl set-ntp true")
    case nil:
      return .hint(subject, "the kernel does not say whether it is synchronised", mend: nil)
    }
  }

  // MARK: Devices

  static func devices(_ machine: ExaminedMachine) -> Examination {
    let subject = "devices"
    let folders = ["/usr/bin", "/usr/local/bin"]
    let missing = ["idevicesyslog", "idevice_id"].filter { tool in
      machine.first(of: folders.map { "\($0)/\(tool)" }) == nil
    }
    if !missing.isEmpty {
      return .hint(
        subject, "no \(missing.joined(separator: ", no ")): plugged-in devices cannot be watched",
        mend: "sudo apt install libimobiledevice-utils usbmuxd")
    }
    if machine.first(of: ["/run/usbmuxd", "/var/run/usbmuxd"]) == nil {
      return .hint(
        subject, "usbmuxd does not run; it starts when a device is plugged in",
        mend: "if it does not: sudo systemctl status usbmuxd")
    }
    return .ok(subject, "idevicesyslog, idevice_id and usbmuxd are there")
  }
}
