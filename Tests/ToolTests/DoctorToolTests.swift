import AuditCore
import Foundation
import Testing

@testable import bgtaskctl

/// `bgtaskctl doctor` on made-up machines: a whole one, and that with one thing broken.
@Suite struct DoctorToolTests {
  @Test func `a machine without anything has faults, and each says how it is mended`() throws {
    let machine = try MadeUpMachine(whole: false)
    let checks = try machine.examine()
    #expect(checks.status == 1)
    #expect(checks["units"] == "fault")
    #expect(checks["service"] == "hint")
    #expect(checks["ingest"] == "fault")
    #expect(checks["control"] == "fault")
    #expect(checks["config"] == "ok")
    #expect(checks["catalog"] == "warning")
    #expect(checks["state"] == "ok")
    #expect(checks["devices"] == "hint")
    #expect(checks.withoutMend.isEmpty)
  }

  @Test func `a machine that is whole is 0, and one line for each check says so`() throws {
    let machine = try MadeUpMachine()
    let daemon = try RunningDaemon()
    let checks = try machine.examine(daemon.environment)
    #expect(
      checks.all.filter { $0.key != "clock" }.allSatisfy { $0.value == "ok" }, "\(checks.all)")
    #expect(checks.status == 0)
    #expect(
      Set(checks.all.keys) == [
        "units", "program", "enabled", "service", "ingest", "control", "daemon", "web", "config",
        "catalog", "clock", "state", "devices",
      ])
    let text = try Tool.run(
      ["doctor", "--root", machine.path], environment: daemon.environment)
    #expect(text.status == 0)
    #expect(text.text.contains("ok       daemon   bgtaskd \(ProductVersion.text) answers\n"))
  }

  /// What is broken, in a whole machine without a daemon, and what the check of this name says then.
  static let breakages:
    [(check: String, verdict: String, breaking: @Sendable (MadeUpMachine) throws -> Void)] = [
      ("units", "fault", { try $0.remove("usr/lib/systemd/system/bgtaskd.socket") }),
      ("units", "fault", { try $0.link("etc/systemd/system/bgtaskd.service", to: "/dev/null") }),
      ("program", "fault", { try $0.remove("usr/local/bin/bgtaskd") }),
      (
        "enabled", "warning",
        { try $0.remove("etc/systemd/system/sockets.target.wants/bgtaskd-control.socket") }
      ),
      ("service", "hint", { try $0.remove("run/systemd/system") }),
      ("config", "fault", { try $0.write("[Nonsense]\n", to: "etc/bgtaskd/bgtaskd.conf") }),
      ("catalog", "warning", { try $0.remove("usr/lib/systemd/catalog/bgtaskd.catalog") }),
      ("catalog", "warning", { try $0.remove("var/lib/systemd/catalog/database") }),
      ("catalog", "warning", { try $0.write("other", to: "var/lib/systemd/catalog/database") }),
      ("state", "fault", { try $0.write("no database", to: "var/lib/bgtaskd/state.db") }),
      ("ingest", "fault", { try $0.write("", to: "run/bgtaskd/ingest.sock") }),
      ("control", "fault", { try $0.leaveSocket("run/bgtaskd/control.sock") }),
      ("units", "fault", { try $0.remove("usr/lib/systemd/system/bgtaskd-web.socket") }),
      ("web", "fault", { try $0.leaveSocket("run/bgtaskd/web.sock") }),
      (
        "web", "fault",
        { try $0.write("", to: "etc/systemd/system/sockets.target.wants/bgtaskd-web.socket") }
      ),
      ("devices", "hint", { try $0.remove("usr/bin/idevice_id") }),
      ("devices", "hint", { try $0.remove("run/usbmuxd") }),
    ]

  @Test(arguments: breakages.indices)
  func `what is broken is named, with its mending`(_ index: Int) throws {
    let breakage = Self.breakages[index]
    let machine = try MadeUpMachine()
    try breakage.breaking(machine)
    let checks = try machine.examine()
    #expect(checks[breakage.check] == breakage.verdict, "\(index): \(checks.all)")
    #expect(checks.withoutMend.isEmpty)
  }

  @Test func `a socket that is open to all is a warning`() throws {
    let daemon = try RunningDaemon()
    let machine = try MadeUpMachine()
    let socket = try #require(daemon.environment["BGTASKD_INGEST"])
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: socket)
    let checks = try machine.examine(daemon.environment)
    #expect(checks["ingest"] == "warning")
    #expect(checks.status == 1)
  }

  @Test func `the clock is judged by the kernel and by its time`() {
    let now = SurroundingsExamination.realtimeMin
    #expect(SurroundingsExamination.clock(now: now, isSynchronised: true).verdict == .ok)
    #expect(SurroundingsExamination.clock(now: now, isSynchronised: false).verdict == .hint)
    #expect(SurroundingsExamination.clock(now: now, isSynchronised: nil).verdict == .hint)
    #expect(SurroundingsExamination.clock(now: 0, isSynchronised: true).verdict == .fault)
  }

  @Test func `the version is the daemon's, not the answer's`() {
    let answer = Array(#"{"version":1,"status":{"daemonVersion":"1.2.3","n":1}}"#.utf8)
    #expect(SocketExamination.version(in: answer) == "1.2.3")
    #expect(SocketExamination.version(in: Array(#"{"version":1}"#.utf8)) == nil)
    #expect(SocketExamination.version(in: Array(#"{"daemonVersion":""#.utf8)) == "")
  }

  @Test(arguments: [
    (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1536, "1.5 KiB"), (64 << 20, "64.0 MiB"),
    (3 << 40, "3.0 TiB"), (-1, "0 B"),
  ])
  func `sizes are told in the unit that fits`(_ bytes: Int64, _ text: String) {
    #expect(StateExamination.text(ofBytes: bytes) == text)
  }
}

/// The tree of a machine that does not exist.
final class MadeUpMachine: Sendable {
  struct Checks {
    var status: Int32
    /// The gravest verdict of each check, by its name.
    var all: [String: String]
    /// Checks from warning on that say nothing of how to mend them.
    var withoutMend: [String]
    subscript(name: String) -> String? { all[name] }
  }

  private let scratch: Scratch
  var path: String { scratch.folder.path }

  init(whole: Bool = true) throws {
    scratch = try Scratch()
    if !whole { return }
    let sources = Tool.cases.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "systemd")
    for unit in ServiceExamination.units {
      let text = try String(contentsOf: sources.appending(path: unit), encoding: .utf8)
      try write(text, to: "usr/lib/systemd/system/\(unit)")
    }
    for unit in ["bgtaskd.socket", "bgtaskd-control.socket"] {
      try link(
        "etc/systemd/system/sockets.target.wants/\(unit)", to: "/usr/lib/systemd/system/\(unit)")
    }
    for file in [
      "usr/local/bin/bgtaskd", "usr/bin/idevicesyslog", "usr/bin/idevice_id", "run/usbmuxd",
      "run/systemd/system/bgtaskd.test",
    ] {
      try write("", to: file)
    }
    try write("[Audit]\nGrace=5s\n", to: "etc/bgtaskd/bgtaskd.conf")
    let catalog = "-- 9c03597253bf4499ae807207a8148f18\nSubject: x\n\nText\n"
    try write(catalog, to: "usr/lib/systemd/catalog/bgtaskd.catalog")
    let id: [UInt8] = [
      0x9C, 0x03, 0x59, 0x72, 0x53, 0xBF, 0x44, 0x99, 0xAE, 0x80, 0x72, 0x07, 0xA8, 0x14, 0x8F,
      0x18,
    ]
    try write("", to: "var/lib/systemd/catalog/database")
    try Data([0x9C] + id + [0]).write(to: file("var/lib/systemd/catalog/database"))
  }

  func file(_ name: String) -> URL { scratch.folder.appending(path: name) }

  func write(_ text: String, to name: String) throws {
    try makeFolder(of: name)
    try Data(text.utf8).write(to: file(name))
  }

  func link(_ name: String, to target: String) throws {
    try makeFolder(of: name)
    try FileManager.default.createSymbolicLink(atPath: file(name).path, withDestinationPath: target)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(at: file(name)) }

  /// A socket that nobody listens at any more.
  func leaveSocket(_ name: String) throws {
    try makeFolder(of: name)
    let made = try Tool.shell(
      "python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' '\(file(name).path)'"
    )
    #expect(made.status == 0)
  }

  func examine(_ environment: [String: String] = [:]) throws -> Checks {
    let result = try Tool.run(["doctor", "--json", "--root", path], environment: environment)
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let checks = try #require(object?["checks"] as? [[String: Any]])
    let order = ["ok", "hint", "warning", "fault"]
    var all: [String: String] = [:]
    var withoutMend: [String] = []
    for check in checks {
      let name = try #require(check["check"] as? String)
      let verdict = try #require(check["verdict"] as? String)
      let worst = max(order.firstIndex(of: all[name] ?? "ok")!, order.firstIndex(of: verdict)!)
      all[name] = order[worst]
      if worst >= 2, !(check["mend"] is String) { withoutMend.append(name) }
    }
    return Checks(status: result.status, all: all, withoutMend: withoutMend)
  }

  private func makeFolder(of name: String) throws {
    try FileManager.default.createDirectory(
      at: file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
  }
}
