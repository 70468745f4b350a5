/// The script for zsh: a file `_bgtaskctl` in its `fpath`, for both programs; or to be sourced.
enum ZshCompletion {
  static func script(_ programs: [Completion.Program]) -> String {
    let names = programs.map(\.name)
    var text = "#compdef \(names.joined(separator: " "))\n"
    text += "# zsh completion: bgtaskctl completion zsh\n\n"
    for program in programs { text += function(program) }
    // Loaded by its name it is run at once; sourced, it registers itself.
    text += "if [ \"$funcstack[1]\" = _bgtaskctl ]; then\n  case $service in\n"
    for name in names { text += "    \(name)) _\(name)_words \"$@\" ;;\n" }
    text += "  esac\nelse\n"
    for name in names { text += "  compdef _\(name)_words \(name)\n" }
    return text + "fi\n"
  }

  private static func function(_ program: Completion.Program) -> String {
    var text = "_\(program.name)_words() {\n"
    if program.verbs.isEmpty {
      return text + arguments(program.bare, indent: "  ") + "}\n\n"
    }
    text += "  if (( CURRENT == 2 )); then\n    local -a verbs=(\n"
    for verb in program.verbs {
      text += "      \(quoted(escaped(verb.name) + ":" + verb.summary))\n"
    }
    let options = program.bare.options.map { quoted(spec(of: $0)) }.joined(separator: " ")
    text += "    )\n    if [[ $PREFIX == -* ]]; then\n      _arguments -S \(options)\n    else\n"
    text += "      _describe -t verbs verb verbs\n    fi\n    return\n  fi\n"
    text += "  local verb=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $verb in\n"
    for verb in program.verbs {
      text += "    \(quoted(verb.name)))\n" + arguments(verb, indent: "      ") + "      ;;\n"
    }
    return text + "  esac\n}\n\n"
  }

  private static func arguments(_ command: Completion.Command, indent: String) -> String {
    var lines = ["_arguments -S"]
    for option in command.options {
      lines.append("  " + quoted(spec(of: option)))
      if let short = option.short {
        lines.append("  " + quoted(spec(of: option, named: short)))
      }
    }
    if command.operands != .nothing {
      lines.append("  " + quoted("*:operand:" + action(command.operands)))
    }
    return lines.map { indent + $0 }.joined(separator: " \\\n") + "\n"
  }

  /// `--format=[How to print the report]:value:(text json)`: the value stands behind `=` or in the next word;
  /// that of a short option in the next one.
  private static func spec(of option: Option, named name: String? = nil) -> String {
    let help = "[\(escaped(option.help))]"
    if option.value == .none { return (name ?? option.name) + help }
    let value = ":value:" + action(Completion.Source(option.value))
    return (name.map { $0 } ?? option.name + "=") + help + value
  }

  private static func action(_ source: Completion.Source) -> String {
    switch source {
    case .nothing: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words):
      "(" + words.map { ShellWord.quoted(escaped($0)) }.joined(separator: " ") + ")"
    }
  }

  /// What colons and brackets mean in the words of `_arguments` and `_describe` is taken from them.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      if "\\:[]".contains(character) { out += "\\" }
      out.append(character)
    }
    return out
  }

  private static func quoted(_ text: String) -> String { ShellWord.quoted(text) }
}
