import Foundation

/// The built `bgtaskd` on sockets of its own, as a process, until it goes.
final class RunningDaemon {
  struct DidNotStart: Error { var said: String }

  private let scratch: Scratch
  private let config: URL
  private var process = Process()
  let environment: [String: String]

  /// Returns once it serves.
  init() throws {
    scratch = try Scratch()
    environment = [
      "BGTASKD_INGEST": scratch.path("ingest.sock"),
      "BGTASKD_CONTROL": scratch.path("control.sock"),
    ]
    config = try scratch.write("", to: "empty.conf")
    try start()
  }

  /// Starts it anew, on the same sockets, after `kill` or `stop`. Returns once it serves.
  func start() throws {
    let errors = Pipe()
    process = Process()
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
    drain(errors)
  }

  /// As a crash ends it.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  deinit { if process.isRunning { stop() } }

  func run(_ arguments: String..., input: String = "") throws -> Tool.Result {
    try Tool.run(arguments, input: input, environment: environment)
  }

  /// A daemon whose alerts nobody reads would stop at a full pipe.
  private func drain(_ errors: Pipe) {
    let handle = errors.fileHandleForReading
    Thread.detachNewThread { while !handle.availableData.isEmpty {} }
  }
}
