import AuditCore
import Testing

@testable import Configuration

/// Every mistake, word by word.
struct ProblemTests {
  @Test(arguments: [
    ("[Ingest]\nSocket=bg.sock", "Socket: \"bg.sock\" is not an absolute path of a socket"),
    ("[Ingest]\nSocket=/run/", "Socket: \"/run/\" is not an absolute path of a socket"),
    ("[Ingest]\nSocketMode=0888", "SocketMode: \"0888\" is not an octal mode from 0000 to 0777"),
    ("[Ingest]\nSocketMode=1777", "SocketMode: \"1777\" is not an octal mode from 0000 to 0777"),
    ("[Ingest]\nSocketMode=7", "SocketMode: \"7\" is not an octal mode from 0000 to 0777"),
    ("[Control]\nSocketGroup=a b", "SocketGroup: \"a b\" is not the name or number of a group"),
    ("[Control]\nSocketGroup=-x", "SocketGroup: \"-x\" is not the name or number of a group"),
    ("[Control]\nSocketGroup=+1", "SocketGroup: \"+1\" is not the name or number of a group"),
    ("[Ingest]\nMaxClients=0", "MaxClients: \"0\" is not a whole number from 1 to 16384"),
    ("[Control]\nMaxClients=257", "MaxClients: \"257\" is not a whole number from 1 to 256"),
    (
      "[Audit]\nPileupLimit=18446744073709551616",
      "PileupLimit: \"18446744073709551616\" is not a whole number from 1 to 900"
    ),
    ("[Audit]\nPileupLimit=1.5", "PileupLimit: \"1.5\" is not a whole number from 1 to 900"),
    (
      "[Audit]\nGrace=5 parsecs",
      "Grace: \"5 parsecs\" is not a time span such as 5s, 1min 30s or 150ms"
    ),
    ("[Audit]\nGrace=61min", "Grace: \"61min\" is more than 1 h"),
    ("[Audit]\nForegroundHold=999ms", "ForegroundHold: \"999ms\" is less than 1 s"),
    ("[Audit]\nIdleTimeout=5w", "IdleTimeout: \"5w\" is more than 30 d"),
    ("[Budget]\nOS=iOS 12 180s", "OS: \"iOS 12 180s\" is not NAME: TIME such as iOS 12: 180s"),
    ("[Budget]\nApp=: 5s", "App: \": 5s\" has no name before the colon"),
    ("[Budget]\nApp=x: 0", "App: \"0\" is less than 1 s"),
    (
      "[Budget]\nDefault=soon",
      "Default: \"soon\" is not a time span such as 5s, 1min 30s or 150ms"
    ),
    (
      "[Rules]\nlate-end=warn",
      "late-end: \"warn\" is none of crit, err, warning, notice, info, off; did you mean warning?"
    ),
    (
      "[Rules]\nlate-end=loud",
      "late-end: \"loud\" is none of crit, err, warning, notice, info, off"
    ),
    (
      "[Limits]\nUnreadReplyBytes=1G",
      "UnreadReplyBytes: \"1G\" is not a number of bytes from 4K to 64M, such as 512K or 1M"
    ),
    (
      "[Limits]\nUnreadReplyBytes=18014398509481985K",
      "UnreadReplyBytes: \"18014398509481985K\" is not a number of bytes from 4K to 64M, such as "
        + "512K or 1M"
    ),
    ("[Audit]\nGrce=1", "Grce: unknown key in [Audit]; did you mean Grace?"),
    ("[Audit]\ngrace=1", "grace: unknown key in [Audit]; did you mean Grace?"),
    ("[Audit]\nIdle=1", "Idle: unknown key in [Audit]; did you mean IdleTimeout?"),
    ("[Audit]\nColour=1", "Colour: unknown key in [Audit]"),
    ("[Ingest]\nGrace=1", "Grace: unknown key in [Ingest]; it belongs in [Audit]"),
    (
      "[Audit]\nMaxClients=1",
      "MaxClients: unknown key in [Audit]; it belongs in [Ingest], [Control] or [Web]"
    ),
    (
      "[Rules]\nunpaired-tasks=err",
      "unpaired-tasks: unknown key in [Rules]; did you mean unpaired-task?"
    ),
    ("[Rules]\nx\u{1B}[m=err", "x\\u{1B}[m: unknown key in [Rules]"),
    ("[Pattern a]\nRegexp=x\nRegex=", "Regexp: unknown key in [Pattern a]; did you mean Regex?"),
    ("[Journal]\nAlerts=some", "Alerts: \"some\" is neither grouped nor all"),
    (
      "[Journal]\nResolvedAfter=0",
      "ResolvedAfter: \"0\" is not a whole number from 1 to 100000"
    ),
    (
      "[Silence a]\nTasks=x\nTask=x\nReason=y",
      "Tasks: unknown key in [Silence a]; did you mean Task?"
    ),
    ("[Silence a]\nTask=*\nTask=x\nReason=y", "Task: * alone would hold for everything"),
    (
      "[Silence a]\nUntil=soon\nTask=x\nReason=y", "Until: \"soon\" is not a day such as 2027-01-31"
    ),
    ("[Pattern a]\nKind=open\nRegex=", "Kind: \"open\" is none of begin, end, expire"),
    (
      "[Pattern a]\nKind=begn\nRegex=",
      "Kind: \"begn\" is none of begin, end, expire; did you mean begin?"
    ),
  ])
  func ofKeysAndValues(text: String, problem: String) {
    #expect(problems(text) == ["f:2: " + problem])
  }

  @Test(arguments: [
    ("[Audti]\nGrace=x", "[Audti]: unknown section; did you mean [Audit]?"),
    ("[audit]\nGrace=x", "[audit]: unknown section; did you mean [Audit]?"),
    ("[Colours]\nGrace=x", "[Colours]: unknown section"),
    ("[Patern a]\nKind=x", "[Patern a]: unknown section; did you mean [Pattern a]?"),
    ("[Pattern]\nKind=begin", "[Pattern]: needs a name, such as [Pattern hook]"),
    ("[Pattern a]\nKind=begin", "[Pattern a]: needs Regex="),
    ("[Pattern a]\nRegex=x", "[Pattern a]: needs Kind="),
    ("[Pattern a]\n", "[Pattern a]: needs Regex="),
    ("[Silense x]\nTask=y", "[Silense x]: unknown section; did you mean [Silence x]?"),
    (
      "[Silence]\nTask=y",
      "[Silence]: unknown section; silences stand in sections such as [Silence Example]"
    ),
    ("[Silence a]\nTask=y", "[Silence a]: needs Reason="),
    (
      "[Silence a]\nReason=y",
      "[Silence a]: holds for everything; needs one of Rules=, Fingerprint=, SDK=, Image=, Symbol=, "
        + "Holder=, Task=, App=, Process="
    ),
  ])
  func ofSections(text: String, problem: String) {
    #expect(problems(text) == ["f:1: " + problem])
  }

  @Test func ofLongSocketPaths() {
    let fits = "/" + String(repeating: "x", count: 106)
    #expect(problems("[Ingest]\nSocket=\(fits)") == [])
    #expect(
      problems("[Ingest]\nSocket=\(fits)x") == [
        "f:2: Socket: longer than the 107 bytes that a socket's path may have"
      ])
  }

  @Test func areAllNamedInTheOrderOfFilesAndLines() {
    let error = #expect(throws: ConfigurationError.self) {
      try settings(
        ("main", "[Pattern p]\nKind=begin\nRegex=(\n[Audit]\nGrace=x\nwhat\n"),
        ("10.conf", "[Audit]\nGrce=1\n[Rules]\nlate-end=1\n"))
    }
    #expect(
      error?.problems.map(\.text) == [
        "main:3: Regex: at character 2: missing closing parenthesis",
        "main:5: Grace: \"x\" is not a time span such as 5s, 1min 30s or 150ms",
        "main:6: \"what\": neither [Section] nor Key=Value",
        "10.conf:2: Grce: unknown key in [Audit]; did you mean Grace?",
        "10.conf:4: late-end: \"1\" is none of crit, err, warning, notice, info, off",
      ])
  }

  @Test func areListedUpToALimit() {
    let lines = String(repeating: "x\n", count: Limits.configurationProblemsMax + 2)
    let texts = problems(lines)
    #expect(texts.count == Limits.configurationProblemsMax + 1)
    #expect(texts.last == "f: too many problems: 2 more are not listed")
  }

  @Test func listsAreBounded() {
    let lines = (0...Limits.configurationListMax).map { "SystemImage=i\($0)" }
    #expect(
      problems("[Stacks]\n" + lines.joined(separator: "\n")) == [
        "f:\(Limits.configurationListMax + 2): SystemImage: more than 1024 entries"
      ])
    let sections = (0...Limits.patternsMax).map { "[Pattern p\($0)]\nRegex=\n" }
    #expect(
      problems(sections.joined()) == [
        "f:\(2 * Limits.patternsMax + 1): [Pattern p64]: more than 64 patterns"
      ])
  }
}
