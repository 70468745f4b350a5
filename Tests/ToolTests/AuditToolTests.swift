import Foundation
import Testing

/// `bgtaskctl audit` as a script sees it: exit statuses, streams, bytes.
@Suite struct AuditToolTests {
  private static let leaky = """
    enter beginBackgroundTaskWithExpirationHandler:1
    enter beginBackgroundTaskWithExpirationHandler:4
    enter beginBackgroundTaskWithExpirationHandler:6
    enter endBackgroundTask:6
    enter endBackgroundTask:4
    enter endBackgroundTask:0
    enter endBackgroundTask:0

    """
  private static let clean = """
    enter beginBackgroundTaskWithExpirationHandler:1
    enter endBackgroundTask:1

    """

  @Test func `no finding is 0, some are 1, and the limit may be moved`() throws {
    #expect(try Tool.run(["audit", "-"], input: Self.clean).status == 0)
    #expect(try Tool.run(["audit", "-"], input: Self.leaky).status == 1)
    #expect(try Tool.run(["audit", "--fail-on", "err", "-"], input: Self.leaky).status == 0)
    #expect(try Tool.run(["audit", "--fail-on", "notice", "-"], input: Self.leaky).status == 1)
  }

  @Test func `the reference case is told in the first line`() throws {
    let result = try Tool.run(["audit", "-"], input: Self.leaky)
    #expect(result.text.hasPrefix("LEAKING  1 of 1 session; 2 warning, 2 notice; 1 outstanding"))
    #expect(result.errors.isEmpty)
  }

  @Test func `usage errors are 2 and say what, why and where help is`() throws {
    let result = try Tool.run(["audit", "--fail-on", "fatal", "x"])
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(
      result.errors == """
        bgtaskctl: --fail-on fatal: not one of crit, err, warning, notice, info
        bgtaskctl: try: bgtaskctl audit --help

        """)
    #expect(try Tool.run([]).status == 2)
    #expect(try Tool.run(["audit"]).status == 2)
    #expect(try Tool.run(["audit", "-", "-"]).status == 2)
    #expect(try Tool.run(["audit", "--json", "--format", "text", "-"]).status == 2)
    #expect(try Tool.run(["audit", "--explain-lines", "--format", "sarif", "-"]).status == 2)
  }

  @Test func `a file that is named twice is read once`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "app.log")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link.log"), withDestinationPath: "app.log")
    let once = try Tool.run(["audit", "--json", "app.log"], in: scratch.folder)
    let twice = try Tool.run(
      ["audit", "--json", "app.log", "./app.log", "link.log"], in: scratch.folder)
    #expect(twice.output == once.output)
    #expect(twice.status == 1)
    #expect(
      twice.errors == """
        bgtaskctl: ./app.log: read once only, as app.log
        bgtaskctl: link.log: read once only, as app.log

        """)
    let compared = try Tool.run(["compare", "app.log", "app.log"], in: scratch.folder)
    #expect(compared.text.hasPrefix("SAME "))
    #expect(compared.errors.isEmpty)
  }

  @Test func `66 and then 65 come before 1, and all files are reported`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "leaky.log")
    try scratch.write("Dear diary\n", to: "diary.txt")
    func run(_ files: String...) throws -> Tool.Result {
      try Tool.run(["audit"] + files, in: scratch.folder)
    }
    let missing = try run("none.log", "diary.txt", "leaky.log")
    #expect(missing.status == 66)
    #expect(missing.text.hasPrefix("LEAKING"))
    #expect(
      missing.errors == """
        bgtaskctl: none.log: cannot open: No such file or directory
        bgtaskctl: diary.txt: no line of a recognised format

        """)
    #expect(try run("diary.txt", "none.log", "leaky.log").status == 66)
    #expect(try run("diary.txt", "leaky.log").status == 65)
    #expect(try run("leaky.log", "diary.txt").status == 65)
    #expect(try run(".").status == 66)
    #expect(try Tool.run(["audit", "-"]).status == 65)
  }

  @Test func `several files are one report, each with its name`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "a.log")
    try scratch.write(Self.clean, to: "b.log")
    let result = try Tool.run(
      ["audit", "--format", "json", "a.log", "b.log"], in: scratch.folder)
    let report = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let summary = report?["summary"] as? [String: Any]
    #expect(summary?["lines"] as? Int == 9)
    #expect(summary?["sessions"] as? Int == 2)
    #expect(result.text.contains("\"file\":\"a.log\""))
  }

  @Test func `the same input gives the same bytes`() throws {
    for folder in ["00-reference-1-4-6-ndjson-stacks", "60-parallel-uploads-out-of-order"] {
      let file = Tool.cases.appending(path: folder).appending(path: "input.log").path
      for format in ["json", "text", "junit", "sarif", "github"] {
        let first = try Tool.run(["audit", "--all", "--format", format, file])
        let second = try Tool.run(["audit", "--all", "--format", format, file])
        #expect(first.output == second.output)
        #expect(!first.output.isEmpty)
      }
    }
  }

  @Test func `a reader that had enough is no error`() throws {
    let scratch = try Scratch()
    let line = "enter beginBackgroundTaskWithExpirationHandler:1\n"
    let log = (1...3000).map { line.replacing(":1\n", with: ":\($0)\n") }.joined()
    try scratch.write(log, to: "long.log")
    let result = try Tool.shell(
      "{ \"$CTL\" audit --all long.log; echo $? >status; } | head -c 1 >/dev/null",
      in: scratch.folder)
    #expect(result.errors.isEmpty)
    let status = try String(contentsOf: scratch.folder.appending(path: "status"), encoding: .utf8)
    #expect(status == "1\n")
  }

  @Test func `what cannot be written is 74 and said`() throws {
    let result = try Tool.shell(
      "printf 'enter endBackgroundTask:1\\n' | \"$CTL\" audit - >/dev/full")
    #expect(result.status == 74)
    #expect(
      result.errors
        == "bgtaskctl: standard output: cannot write to: No space left on device\n")
    #expect(try Tool.shell("\"$CTL\" --version >&-").status == 74)
  }

  @Test func `a pipe and a FIFO are read like a file`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "x.log")
    let piped = try Tool.shell("cat x.log | \"$CTL\" audit -", in: scratch.folder)
    #expect(piped.status == 1)
    let named = try Tool.shell(
      "mkfifo f && { cat x.log >f & } && \"$CTL\" audit f", in: scratch.folder)
    #expect(named.status == 1)
    #expect(named.text.hasPrefix("LEAKING"))
  }

  @Test func `colour is there if asked for, else only on a terminal`() throws {
    func run(_ words: String..., environment: [String: String] = [:]) throws -> Bool {
      let arguments = ["audit"] + words + ["-"]
      return try Tool.run(arguments, input: Self.leaky, environment: environment)
        .text.contains("\u{1B}[")
    }
    #expect(try !run())
    #expect(try run("--color", "always"))
    #expect(try run("--color=always", environment: ["NO_COLOR": "1"]))
    #expect(try !run("--color=never"))
    #expect(try !run("--color=auto", environment: ["TERM": "xterm"]))
  }

  @Test func `on a terminal there is colour and its width, and NO_COLOR takes the colour`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "x.log")
    func onTerminal(_ setting: String) throws -> String {
      let line = "stty cols 60; \(setting) $CTL audit x.log"
      return try Tool.shell(
        "TERM=xterm script -qec '\(line)' /dev/null </dev/null", in: scratch.folder
      ).text
    }
    let colourful = try onTerminal("")
    #expect(colourful.contains("\u{1B}[0;1;31mLEAKING"))
    let plain = try onTerminal("NO_COLOR=1")
    #expect(!plain.contains("\u{1B}[0"))
    #expect(plain.split(separator: "\r\n").allSatisfy { $0.count <= 60 })
    #expect(plain.split(separator: "\r\n").contains { $0.count > 50 })
  }

  @Test func `COLUMNS sets the width`() throws {
    let result = try Tool.run(["audit", "-"], input: Self.leaky, environment: ["COLUMNS": "50"])
    #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 50 })
  }

  @Test func `budget and version reach the audit`() throws {
    let log = """
      {"v":1,"event":"hello","process":"P","pid":1}
      {"event":"state","t":1000,"state":"background"}
      {"event":"begin","t":1000,"id":1}
      {"event":"begin","t":1100,"id":2}
      {"event":"end","t":1100,"id":2}

      """
    func stage(_ words: String...) throws -> String? {
      let result = try Tool.run(["audit", "--json"] + words + ["-"], input: log)
      let report = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
      let findings = report?["findings"] as? [[String: Any]]
      return findings?.first { $0["rule"] as? String == "unpaired-task" }?["stage"] as? String
    }
    #expect(try stage("--budget", "50") == "past-deadline")
    #expect(try stage("--budget", "600") == "open")
    #expect(try stage("--os", "12.4") == "open")
    #expect(try stage("--os", "iOS 13.5") == "past-deadline")
  }

  @Test func `hostile names and lines reach no terminal`() throws {
    let scratch = try Scratch()
    let name = "\u{1B}]0;x\u{7}.log"
    try scratch.write("BGT begin id=1 name=\"\u{1B}[2J\u{202E}\"\nBGT end id=9\n", to: name)
    for format in ["text", "json", "junit", "sarif", "github"] {
      let result = try Tool.run(
        ["audit", "--all", "--format", format, name, "\u{1B}none"], in: scratch.folder)
      for text in [result.text, result.errors] {
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
      }
      #expect(result.status == 66)
    }
  }

  @Test func `an SDK is named with what is known of it`() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      2022-03-01 10:00:00.000000+0100 Sugo[31:901] [BackgroundTask] Background Task 551 ("Called by \
      Sugo, from -[ALFileExpirationManager appDidEnterBackground:]"), was created over 30 seconds ago. \
      In applications running in the background, this creates a risk of termination. Remember to call \
      UIApplication.endBackgroundTask(_:) for your task in a timely manner to avoid this.

      """, to: "x.log")
    let result = try Tool.run(["audit", "--json", "x.log"], in: scratch.folder)
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let finding = try #require((object?["findings"] as? [[String: Any]])?.first)
    let sdk = try #require(finding["sdk"] as? [String: Any])
    #expect(sdk["product"] as? String == "AppLovin MAX")
    #expect(sdk["fixedIn"] as? String == "13.3.0")
    #expect(
      sdk["link"] as? String == "https://github.com/AppLovin/AppLovin-MAX-SDK-iOS/issues/446")
    let advice = try #require(finding["advice"] as? String)
    #expect(advice.contains("Update AppLovin MAX to 13.3.0 or later."))
  }

  @Test func `progress stays off what is no terminal`() throws {
    let scratch = try Scratch()
    let noise = String(repeating: "nothing to see here at all\n", count: 40000)
    try scratch.write(noise + Self.leaky, to: "x.log")
    let result = try Tool.run(["audit", "x.log"], in: scratch.folder)
    #expect(result.errors.isEmpty)
    #expect(result.status == 1)
  }
}
