import Foundation

/// The built `bgtaskd` on sockets of its own, as a process, until it goes.
final class RunningDaemon {
  struct DidNotStart: Error { var said: String }

  private let scratch: Scratch
  private let process = Process()
  private let errors = Pipe()
  let environment: [String: String]

  /// Returns once it serves.
  init() throws {
    scratch = try Scratch()
    environment = [
      "BGTASKD_INGEST": scratch.path("ingest.sock"),
      "BGTASKD_CONTROL": scratch.path("control.sock"),
    ]
    let config = try scratch.write("", to: "empty.conf")
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "bgtaskd")
    process.arguments = [
      "--config", config.path, "--ingest", scratch.path("ingest.sock"),
      "--control", scratch.path("control.sock"),
    ]
    process.environment = [:]
    process.standardInput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    // It says so once both sockets are there.
    let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    if !said.contains("started") { throw DidNotStart(said: said) }
    drain()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  func run(_ arguments: String..., input: String = "") throws -> Tool.Result {
    try Tool.run(arguments, input: input, environment: environment)
  }

  /// A daemon whose alerts nobody reads would stop at a full pipe.
  private func drain() {
    let handle = errors.fileHandleForReading
    Thread.detachNewThread { while !handle.availableData.isEmpty {} }
  }
}
