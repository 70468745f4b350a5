import Foundation

/// Runs the built `bgtaskctl` as a script would.
enum Tool {
  struct Result {
    var status: Int32
    var output: Data
    var errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  static let cases = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Cases")

  /// Beside the test bundle, where SwiftPM puts the products that a test target depends on.
  private static let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "bgtaskctl").path

  /// Runs it in `folder` with an environment that has only what `environment` adds to PATH.
  static func run(
    _ arguments: [String], input: String = "", in folder: URL? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    try execute(path, arguments, input: input, in: folder, environment: environment)
  }

  /// Runs a line of the shell, in which `$CTL` is the program.
  static func shell(_ line: String, in folder: URL? = nil) throws -> Result {
    try execute("/bin/sh", ["-c", line], input: "", in: folder, environment: ["CTL": path])
  }

  /// Starts it with a pipe for its input.
  static func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> RunningTool {
    try RunningTool(path, arguments, environment: environment)
  }

  private static func execute(
    _ program: String, _ arguments: [String], input: String, in folder: URL?,
    environment: [String: String]
  ) throws -> Result {
    let scratch = try Scratch()
    let inputFile = try scratch.write(input, to: "in")
    let outputFile = try scratch.write("", to: "out")
    let errorFile = try scratch.write("", to: "err")
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = environment.merging(["PATH": path]) { given, _ in given }
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try Data(contentsOf: outputFile),
      errors: try String(decoding: Data(contentsOf: errorFile), as: UTF8.self))
  }
}

/// A folder for one test, removed with it.
final class Scratch: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bgt-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @discardableResult
  func write(_ text: String, to name: String) throws -> URL {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }
}
