import Foundation
import Testing

/// `bgtaskctl report` and `audit --format html` as a script sees them.
@Suite struct ReportToolTests {
  private static let leaky = """
    enter beginBackgroundTaskWithExpirationHandler:1
    enter beginBackgroundTaskWithExpirationHandler:4
    enter endBackgroundTask:4
    enter endBackgroundTask:0

    """

  @Test func `a page is printed, the same by both names, and the status is that of audit`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "leaky.log")
    let report = try Tool.run(["report", "leaky.log"], in: scratch.folder)
    #expect(report.status == 1)
    #expect(report.errors == "bgtaskctl: 3 findings, 2 of them warning or graver\n")
    #expect(report.text.hasPrefix("<!DOCTYPE html>\n"))
    #expect(report.text.hasSuffix("</html>\n"))
    let audit = try Tool.run(["audit", "--format", "html", "leaky.log"], in: scratch.folder)
    #expect(audit.status == 1)
    #expect(audit.output == report.output)
    #expect(try Tool.run(["report", "--fail-on", "err", "-"], input: Self.leaky).status == 0)
    #expect(try Tool.run(["report", "none.log"], in: scratch.folder).status == 66)
    #expect(try Tool.run(["report", "-"], input: "Dear diary\n").status == 65)
  }

  @Test func `a file is written whole, in place of an older one, with nothing left beside it`()
    throws
  {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "leaky.log")
    try scratch.write("old", to: "out.html")
    for option in ["-o", "--output"] {
      let result = try Tool.run(["report", "leaky.log", option, "out.html"], in: scratch.folder)
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(
        result.errors
          == "bgtaskctl: out.html: written; 3 findings, 2 of them warning or graver\n")
    }
    let page = try String(contentsOf: scratch.folder.appending(path: "out.html"), encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(names.sorted() == ["leaky.log", "out.html"])
  }

  @Test func `a page stays where no input could be read`() throws {
    let scratch = try Scratch()
    try scratch.write("Dear diary\n", to: "diary.log")
    for (inputs, status) in [
      (["none.log"], 66), (["diary.log"], 65), (["none.log", "diary.log"], 66),
    ] {
      try scratch.write("old", to: "out.html")
      let result = try Tool.run(["report", "-o", "out.html"] + inputs, in: scratch.folder)
      #expect(result.status == Int32(status))
      #expect(
        result.errors.hasSuffix("bgtaskctl: out.html: left as it is, for nothing could be read\n"))
      #expect(try String(contentsOfFile: scratch.path("out.html"), encoding: .utf8) == "old")
    }
    // What could be read is shown all the same.
    try scratch.write(Self.leaky, to: "leaky.log")
    let some = try Tool.run(
      ["report", "-o", "out.html", "none.log", "leaky.log"], in: scratch.folder)
    #expect(some.status == 66)
    #expect(
      try String(contentsOfFile: scratch.path("out.html"), encoding: .utf8).hasPrefix("<!DOCTYPE"))
  }

  @Test func `no log is written over, whatever it is called`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "leaky.log")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link.log"), withDestinationPath: "leaky.log")
    for path in ["leaky.log", "./leaky.log", "link.log"] {
      for (verb, option) in [("report", "--output"), ("audit", "--write-baseline")] {
        let result = try Tool.run([verb, option, path, "leaky.log"], in: scratch.folder)
        #expect(result.status == 2)
        #expect(
          result.errors.hasPrefix(
            "bgtaskctl: \(option) \(path): is a file that is to be read\n"))
      }
    }
    #expect(
      try String(contentsOfFile: scratch.path("leaky.log"), encoding: .utf8) == Self.leaky)
  }

  @Test func `nor is anything else that is read`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "leaky.log")
    let suppressions = "[Suppress a]\nRules=double-end\nReason=b\n"
    try scratch.write(suppressions, to: "own.conf")
    try scratch.write("[Rules]\n", to: "bgtaskd.conf")
    _ = try Tool.run(["audit", "--write-baseline", "b.json", "leaky.log"], in: scratch.folder)
    for (verb, option) in [("report", "--output"), ("audit", "--write-baseline")] {
      var inputs = [("--suppressions", "own.conf"), ("--config", "bgtaskd.conf")]
      if verb == "report" { inputs.append(("--baseline", "b.json")) }
      for (input, path) in inputs {
        let result = try Tool.run(
          [verb, input, path, option, "./\(path)", "leaky.log"], in: scratch.folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("\(option) ./\(path): is a file that is to be read\n"))
      }
      let line = "\"$CTL\" \(verb) \(option) leaky.log - <leaky.log"
      #expect(try Tool.shell(line, in: scratch.folder).status == 2)
    }
    #expect(
      try String(contentsOfFile: scratch.path("own.conf"), encoding: .utf8) == suppressions)
    #expect(
      try String(contentsOfFile: scratch.path("leaky.log"), encoding: .utf8) == Self.leaky)
  }

  @Test func `a page knows what is known and what is suppressed`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "leaky.log")
    _ = try Tool.run(["audit", "--write-baseline", "b.json", "leaky.log"], in: scratch.folder)
    let known = try Tool.run(["report", "--baseline", "b.json", "leaky.log"], in: scratch.folder)
    #expect(known.status == 0)
    #expect(known.text.contains(#""baseline":{"known":"#))
    try scratch.write(
      "[Suppress all]\nRules=unpaired-task overwritten-id\nReason=ticket <7>\n[Suppress old]\nApp=x\nReason=r\n",
      to: "s.conf")
    let held = try Tool.run(
      ["report", "--suppressions", "s.conf", "leaky.log"], in: scratch.folder)
    #expect(held.status == 0)
    #expect(held.text.contains(#""name":"all","state":"used""#))
    #expect(held.text.contains(#""text":"s.conf:4: suppression old holds for nothing: remove it""#))
  }

  @Test func `a page that cannot be written is 73, and said`() throws {
    let result = try Tool.run(["report", "-", "-o", "/proc/none/x.html"], input: Self.leaky)
    #expect(result.status == 73)
    #expect(result.errors.hasPrefix("bgtaskctl: /proc/none/x.html: cannot create: "))
  }

  @Test func `what is no regular file is written to, and stays what it is`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.leaky, to: "leaky.log")
    let result = try Tool.shell(
      "mkfifo pipe; cat pipe >got & \"$CTL\" report leaky.log -o pipe; wait; test -p pipe && head -c 15 got",
      in: scratch.folder)
    #expect(result.text == "<!DOCTYPE html>")
  }

  @Test func `usage errors name the verb`() throws {
    let result = try Tool.run(["report", "-", "-"])
    #expect(result.status == 2)
    #expect(result.errors.contains("bgtaskctl report --help"))
    #expect(try Tool.run(["report"]).status == 2)
    #expect(try Tool.run(["report", "--help"]).text.contains("-o, --output FILE"))
  }
}
