/// `bgtaskctl completion`: a script that a shell completes words of both programs by.
enum CompletionVerb {
  private typealias Script = @Sendable ([Completion.Program]) -> String
  private static let shells: [(name: String, script: Script)] = [
    ("bash", BashCompletion.script), ("zsh", ZshCompletion.script),
    ("fish", FishCompletion.script),
  ]

  static let verb = Verb(
    "completion", summary: "Print the script by which a shell completes words",
    operands: "bash | zsh | fish", operandCount: 1...1, options: [],
    details: [
      "The package and make install put the scripts where shells look for them. By hand, for one user: "
        + "bgtaskctl completion bash >~/.local/share/bash-completion/completions/bgtaskctl, or a line "
        + "source <(bgtaskctl completion bash) in ~/.bashrc; with zsh, behind compinit in ~/.zshrc; "
        + "bgtaskctl completion fish >~/.config/fish/completions/bgtaskctl.fish.",
      "Exit status: 0 printed, \(ExitStatus.common)",
    ], run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    let name = arguments.operands[0]
    guard let shell = shells.first(where: { $0.name == name }) else {
      let names = shells.map(\.name)
      return console.refuse(
        UsageError(
          what: name, why: "not one of \(names.joined(separator: ", "))",
          suggestion: Suggestion.nearest(to: name, among: names), verb: verb.name))
    }
    console.output.write(Array(shell.script(Completion.programs).utf8))
    return ExitStatus.success
  }
}
