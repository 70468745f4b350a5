/// The script for fish, 3.0 or later.
enum FishCompletion {
  static func script(_ programs: [Completion.Program]) -> String {
    """
    # fish completion for bgtaskctl and bgtaskd: bgtaskctl completion fish

    # Whether the first word behind the program is this; without an argument, whether there is none yet.
    function __bgtask_verb
      set -l words (commandline -opc)
      if not set -q argv[1]
        test (count $words) -eq 1
      else
        test (count $words) -ge 2; and test "$words[2]" = "$argv[1]"
      end
    end


    """ + programs.map(lines).joined()
  }

  private static func lines(_ program: Completion.Program) -> String {
    // No file names where none is taken.
    var text = "complete -c \(program.name) -f\n"
    let first = program.verbs.isEmpty ? [] : ["-n", quoted("__bgtask_verb")]
    for option in program.bare.options { text += line(program, first, option) }
    for verb in program.verbs {
      text += line(program, first + ["-a", quoted(verb.name), "-d", quoted(verb.summary)])
      let behind = ["-n", quoted("__bgtask_verb \(verb.name)")]
      for option in verb.options { text += line(program, behind, option) }
      switch verb.operands {
      case .nothing: break
      case .files: text += line(program, behind + ["-F"])
      case .folders: text += line(program, behind + ["-a", "'(__fish_complete_directories)'"])
      case .words(let words):
        text += line(program, behind + ["-a", quoted(words.joined(separator: " "))])
      }
    }
    return text
  }

  private static func line(
    _ program: Completion.Program, _ condition: [String], _ option: Option
  ) -> String {
    var words = condition + ["-l", quoted(String(option.name.dropFirst(2)))]
    if let short = option.short { words += ["-s", quoted(String(short.dropFirst()))] }
    switch Completion.Source(option.value) {
    case .files: words += ["-r", "-F"]
    case .folders: words += ["-x", "-a", "'(__fish_complete_directories)'"]
    case .words(let choice): words += ["-x", "-a", quoted(choice.joined(separator: " "))]
    case .nothing: if option.value != .none { words.append("-x") }
    }
    return line(program, words + ["-d", quoted(option.help)])
  }

  private static func line(_ program: Completion.Program, _ words: [String]) -> String {
    "complete -c \(program.name) " + words.joined(separator: " ") + "\n"
  }

  /// In single quotes, where only `\` and `'` are escaped.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
