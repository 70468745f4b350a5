import AuditCore
import AuditDaemon
import Configuration
import Glibc
import LinuxIO

/// `bgtaskd` from its words to its exit status.
enum Program {
  /// Descriptors of the daemon's own, beside the clients'.
  private static let ownDescriptors = 64

  static func run(_ words: [String]) -> Int32 {
    let command: Command
    do throws(UsageError) {
      command = try CommandLineReader.read(words)
    } catch {
      complain("\(Escaping.visible(error.word)): \(error.why)")
      complain("see bgtaskd --help")
      return ExitStatus.usage
    }
    switch command {
    case .help: write(CommandLineReader.help, to: STDOUT_FILENO)
    case .version: write("bgtaskd \(ProductVersion.text)\n", to: STDOUT_FILENO)
    case .check(let options): return settings(options) == nil ? ExitStatus.configuration : 0
    case .run(let options): return serve(options)
    }
    return ExitStatus.success
  }

  private static func serve(_ options: DaemonOptions) -> Int32 {
    Signals.ignoreBrokenPipe()
    Descriptor.raiseLimit(
      to: UInt64(Limits.clientsMax + Limits.controlClientsMax + ownDescriptors))
    guard let settings = settings(options) else { return ExitStatus.configuration }
    let daemon: Daemon
    do throws(SystemError) {
      daemon = try Daemon(settings: settings, options: options)
    } catch {
      complain("\(error)")
      return ExitStatus.systemError
    }
    do throws(SystemError) {
      try daemon.start()
    } catch {
      complain("\(error)")
      return ExitStatus.ofStart(error)
    }
    do throws(SystemError) {
      return try daemon.run()
    } catch {
      complain("\(error)")
      return ExitStatus.systemError
    }
  }

  /// nil where the configuration is wrong, which is said.
  private static func settings(_ options: DaemonOptions) -> Settings? {
    do throws(ConfigurationError) {
      return try ConfigurationReader.read(path: options.configurationPath)
    } catch {
      for problem in error.problems { complain(problem.text) }
      return nil
    }
  }

  private static func complain(_ text: String) { write("bgtaskd: \(text)\n", to: STDERR_FILENO) }

  private static func write(_ text: String, to number: Int32) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
  }
}
