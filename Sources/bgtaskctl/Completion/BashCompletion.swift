/// The script for bash, 4.0 or later. It needs nothing of bash-completion, which loads it by its name.
enum BashCompletion {
  static func script(_ programs: [Completion.Program]) -> String {
    head + programs.map(function).joined()
      + programs.map { "complete -F _\($0.name) \($0.name)\n" }.joined()
  }

  /// bash splits a word at `=`, unless the user told it otherwise.
  private static let head = """
    # bash completion for bgtaskctl and bgtaskd: bgtaskctl completion bash

    # Sets cur, and prev to the option whose value it is, if any.
    _bgtask_words() {
      cur=${COMP_WORDS[COMP_CWORD]} prev=
      [ "$COMP_CWORD" -gt 0 ] && prev=${COMP_WORDS[COMP_CWORD-1]}
      if [ "$cur" = "=" ]; then
        cur=
      elif [ "$prev" = "=" ]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
      elif [[ $cur == --*=* ]]; then
        prev=${cur%%=*} cur=${cur#*=}
      fi
    }

    # Offers those of the given words that go on from cur. Without any, readline's own file names.
    _bgtask_offer() {
      case $1 in
        files) compopt -o bashdefault -o default 2>/dev/null ;;
        folders) compopt -o dirnames 2>/dev/null ;;
        words) shift; local word
          for word; do
            [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
          done ;;
      esac
      return 0
    }


    """

  private static func function(_ program: Completion.Program) -> String {
    var text = "_\(program.name)() {\n  local cur prev\n  COMPREPLY=()\n  _bgtask_words\n"
    if program.verbs.isEmpty {
      text += body(program.bare, indent: "  ")
    } else {
      let names = program.verbs.map(\.name)
      text += "  if [ \"$COMP_CWORD\" -le 1 ]; then\n"
      text +=
        "    " + offer(.words(names + optionWords(program.bare.options))) + "\n    return\n  fi\n"
      text += "  case ${COMP_WORDS[1]} in\n"
      for verb in program.verbs {
        text += "    \(quoted(verb.name)))\n" + body(verb, indent: "      ") + "      ;;\n"
      }
      text += "  esac\n"
    }
    return text + "}\n\n"
  }

  private static func body(_ command: Completion.Command, indent: String) -> String {
    var lines: [String] = []
    let valued = command.options.filter { $0.value != .none }
    if !valued.isEmpty {
      lines.append("case $prev in")
      for option in valued {
        let names = [option.name, option.short].compactMap { $0 }.map(quoted)
        lines.append(
          "  \(names.joined(separator: "|"))) \(offer(Completion.Source(option.value))); return ;;")
      }
      lines.append("esac")
    }
    lines.append("case $cur in")
    lines.append("  -*) \(offer(.words(optionWords(command.options)))) ;;")
    if command.operands != .nothing { lines.append("  *) \(offer(command.operands)) ;;") }
    lines.append("esac")
    return lines.map { indent + $0 + "\n" }.joined()
  }

  private static func offer(_ source: Completion.Source) -> String {
    switch source {
    case .nothing: "_bgtask_offer nothing"
    case .files: "_bgtask_offer files"
    case .folders: "_bgtask_offer folders"
    case .words(let words):
      "_bgtask_offer words " + words.map(quoted).joined(separator: " ")
    }
  }

  private static func optionWords(_ options: [Option]) -> [String] {
    options.map(\.name) + options.compactMap(\.short)
  }

  private static func quoted(_ word: String) -> String { ShellWord.quoted(word) }
}

/// Words that mean themselves to a shell.
enum ShellWord {
  /// In single quotes, where anything but letters, digits, `-` and `_` is in it; for bash and zsh.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
