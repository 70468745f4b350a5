import Foundation

/// `bgtaskctl` while it runs, for tests that feed it or end it.
final class RunningTool {
  private let scratch: Scratch
  private let process = Process()
  private let input = Pipe()
  private let errors = Pipe()
  private let outputFile: URL
  private var said = ""

  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    scratch = try Scratch()
    outputFile = try scratch.write("", to: "out")
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = errors
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// For a thread that writes.
  var inputHandle: FileHandle { input.fileHandleForWriting }

  func write(_ text: String) throws {
    try inputHandle.write(contentsOf: Data(text.utf8))
  }

  /// Returns once it has said `text` on standard error.
  func waitUntilSaid(_ text: String) {
    while !said.contains(text) {
      let data = errors.fileHandleForReading.availableData
      if data.isEmpty { return }
      said += String(decoding: data, as: UTF8.self)
    }
  }

  /// Closes its input, or sends it a signal, and returns what it said.
  func finish(signal: Int32? = nil) throws -> Tool.Result {
    if let signal { kill(process.processIdentifier, signal) } else { try closeInput() }
    while case let data = errors.fileHandleForReading.availableData, !data.isEmpty {
      said += String(decoding: data, as: UTF8.self)
    }
    process.waitUntilExit()
    return Tool.Result(
      status: process.terminationStatus, output: try Data(contentsOf: outputFile), errors: said)
  }

  func closeInput() throws { try inputHandle.close() }
}
