import Testing

@testable import bgtaskctl
@testable import bgtaskd

/// The scripts for shells; what comes of them as somebody types is tried by `Tests/Completions`.
@Suite struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `every verb and option is in the script`(_ shell: String) throws {
    let result = try Tool.run(["completion", shell])
    #expect(result.status == 0)
    for verb in VerbTable.all {
      #expect(result.text.contains(verb.name), "\(verb.name)")
      for option in verb.allOptions {
        let name = shell == "fish" ? "-l '\(option.name.dropFirst(2))'" : option.name
        #expect(result.text.contains(name), "\(verb.name) \(option.name)")
      }
    }
  }

  @Test func `another shell is refused with what there is`() throws {
    let result = try Tool.run(["completion", "bahs"])
    #expect(result.status == 2)
    #expect(result.errors.contains("not one of bash, zsh, fish"))
    #expect(result.errors.contains("did you mean bash?"))
  }

  @Test func `the daemon's options are those that it reads`() throws {
    let told = CommandLineReader.help.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^ {2}(--[a-z]+(?: [A-Z]+)?) {2}/).map { String($0.1) }
    }
    #expect(Set(told) == Set(ProgramOptions.daemon.map(\.usage)))
    for option in ProgramOptions.daemon {
      let words = [option.name] + (option.value == .none ? [] : ["x"])
      #expect(throws: Never.self) { try CommandLineReader.read(words) }
    }
  }

  @Test func `quotes, colons and brackets mean themselves`() {
    let option = Option("--odd", .choice(["a'b", "c:d"]), help: "It's [odd]: \\ and $x `y`")
    let program = Completion.Program(
      name: "odd", bare: .init(name: "", summary: "", options: [option], operands: .nothing),
      verbs: [])
    #expect(BashCompletion.script([program]).contains(#"words 'a'\''b' 'c:d'"#))
    let zsh = ZshCompletion.script([program])
    #expect(zsh.contains(#"[It'\''s \[odd\]\: \\ and $x `y`]"#))
    let fish = FishCompletion.script([program])
    #expect(fish.contains(#"-d 'It\'s [odd]: \\ and $x `y`'"#))
  }

  @Test func `what is taken is known by what help calls it`() {
    #expect(Completion.Source(operands: "FILE... | -") == .files)
    #expect(Completion.Source(operands: "[FILE]") == .files)
    #expect(Completion.Source(operands: "OLD NEW") == .files)
    #expect(Completion.Source(operands: "check | export") == .words(["check", "export"]))
    #expect(Completion.Source(operands: "FINDING") == .nothing)
    #expect(Completion.Source(.text("DIR")) == .folders)
    #expect(Completion.Source(.seconds) == .nothing)
  }
}
