import AuditCore
import LinuxIO

/// `bgtaskctl` from its words to its exit status.
enum Program {
  static func run(_ words: [String]) -> Int32 {
    Signals.ignoreBrokenPipe()
    let console = Console()
    return console.finish(run(words, console))
  }

  private static func run(_ words: [String], _ console: Console) -> Int32 {
    let command: Command
    do throws(UsageError) {
      command = try ArgumentParser(verbs: VerbTable.all).parse(words)
    } catch {
      return console.refuse(error)
    }
    switch command {
    case .version:
      console.output.write(Array("bgtaskctl \(ProductVersion.text)\n".utf8))
    case .help(let verb):
      let style = console.style(Arguments())
      console.output.write(
        verb.map { HelpText.verb($0, style: style) }
          ?? HelpText.general(VerbTable.all, style: style))
    case .run(let verb, let arguments):
      console.verb = verb.name
      return verb.run(arguments, console)
    }
    return ExitStatus.success
  }
}

extension Console {
  /// Says what is wrong with the command line and returns the exit status for it.
  func refuse(_ error: UsageError) -> Int32 {
    for line in error.lines { complain(line) }
    return ExitStatus.usage
  }
}
