import AuditCore
import AuditDaemon
import AuditStore
import Configuration
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
      let word = Escaping.visible(error.word)
      StandardStream.error.write("bgtaskd: \(word): \(error.why)\nbgtaskd: see bgtaskd --help\n")
      return ExitStatus.usage
    }
    switch command {
    case .help: StandardStream.output.write(CommandLineReader.help)
    case .version: StandardStream.output.write("bgtaskd \(ProductVersion.text)\n")
    case .check(let options): return settings(options) == nil ? ExitStatus.configuration : 0
    case .run(let options): return serve(options)
    }
    return ExitStatus.success
  }

  private static func serve(_ options: DaemonOptions) -> Int32 {
    Signals.ignoreBrokenPipe()
    Descriptor.raiseLimit(
      to: UInt64(
        Limits.clientsMax + Limits.controlClientsMax + Limits.webClientsMax + ownDescriptors))
    guard let settings = settings(options) else { return ExitStatus.configuration }
    var options = options
    options.givenStateDirectory = StateDirectory.given
    let daemon: Daemon
    do throws(SystemError) {
      daemon = try Daemon(settings: settings, options: options)
    } catch {
      StartReport.say(error)
      return ExitStatus.systemError
    }
    do throws(StoreError) {
      try daemon.revive()
    } catch {
      StartReport.say(error)
      return error.exitStatus
    }
    do throws(SystemError) {
      try daemon.takeSignals()
      try daemon.start()
    } catch {
      StartReport.say(error)
      return ExitStatus.ofStart(error)
    }
    do throws(SystemError) {
      return try daemon.run()
    } catch {
      StartReport.say(error)
      return ExitStatus.systemError
    }
  }

  /// nil where the configuration is wrong, which is said.
  private static func settings(_ options: DaemonOptions) -> Settings? {
    do throws(ConfigurationError) {
      return try ConfigurationReader.read(path: options.configurationPath)
    } catch {
      StartReport.say(error)
      return nil
    }
  }
}
