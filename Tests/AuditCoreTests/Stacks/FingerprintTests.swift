import LinuxIO
import Testing

@testable import AuditCore

struct FingerprintTests {
  private struct Sketch {
    var image: String
    /// `#` stands for a number that no build keeps.
    var symbol: String
  }

  private let stacks: [[Sketch]] = [
    [
      Sketch(
        image: "App", symbol: "-[UIApplication(GCS) gcs_beginBackgroundTaskWithExpirationHandler:]"),
      Sketch(image: "App", symbol: "__35-[Amplitude addObservers]_block_invoke_#"),
      Sketch(image: "App", symbol: "-[Amplitude flush]"),
      Sketch(image: "UIKitCore", symbol: "__UIApplicationMain_block_invoke_#"),
    ],
    [
      Sketch(image: "App", symbol: "$s4Acme3BoxC4callyyFyycfU#_"),
      Sketch(image: "Kit", symbol: "flush.cold.#"), Sketch(image: "App", symbol: ""),
    ],
    [Sketch(image: "Kit", symbol: "net::Client::flush(int)")],
  ]

  private func facts(_ stack: [Sketch], _ random: inout SeededRandom) -> StackFacts {
    let texts = TextTable()
    let table = StackTable(
      texts: texts, symbols: SymbolReader(demangle: SwiftDemangler.demangle))
    var frames: [Frame] = []
    for sketch in stack {
      let number = "\(random.below(100))"
      let symbol = sketch.symbol.split(separator: "#", omittingEmptySubsequences: false)
        .joined(separator: number)
      frames.append(
        Frame(
          image: texts.intern(sketch.image), symbol: texts.intern(symbol),
          offset: UInt64(random.below(9999)), address: random.next()))
    }
    return table.facts(table.intern(frames))
  }

  @Test func digestIgnoresAddressesOffsetsAndNumbers() {
    var random = SeededRandom(seed: 3)
    for stack in stacks {
      let first = facts(stack, &random)
      #expect(first.digest != 0)
      for _ in 0..<50 { #expect(facts(stack, &random).digest == first.digest) }
    }
  }

  @Test func digestTellsStacksApart() {
    var random = SeededRandom(seed: 4)
    let digests = stacks.map { facts($0, &random).digest }
    #expect(Set(digests).count == stacks.count)
  }

  @Test func systemFramesAreNotPartOfTheDigest() {
    var random = SeededRandom(seed: 5)
    #expect(facts(Array(stacks[0].dropLast()), &random).digest == facts(stacks[0], &random).digest)
  }

  @Test func randomStacksNeverTrap() {
    var random = SeededRandom(seed: 6)
    let images = ["App", "UIKitCore", "", "é\u{202E}", "A B"]
    let symbols = [
      "main", "", "-[", "$s", "_T", "__block", "$s4Acme3BoxC4cally", "<redacted>", "::", "a::",
    ]
    for _ in 0..<1000 {
      let stack = (0..<random.below(6)).map { _ in
        Sketch(image: random.pick(images), symbol: random.pick(symbols))
      }
      _ = facts(stack, &random)
    }
  }

  @Test(arguments: [
    ("upload 12 of 40", "upload # of #"), ("flush", "flush"),
    ("job-6F1C2D30-ABCD-3000-8000-000000000118", "job-#"),
    ("6F1C2D30-ABCD-3000-8000-000000000118", "#"), ("sync deadbeef01 now", "sync # now"),
    ("RNBackgroundTimer2", "RNBackgroundTimer#"), ("保活 7", "保活 #"), ("", ""),
  ]) func taskNamesLoseTheirNumbers(name: String, normalised: String) {
    #expect(Fingerprint.normalised(taskName: name) == normalised)
  }

  @Test func textHasSixteenDigits() {
    #expect(Fingerprint.text(0) == "0000000000000000")
    #expect(Fingerprint.text(0xFEDC_BA98_7654_3210) == "fedcba9876543210")
  }

  /// Fingerprints outlive the program's versions: what users have written down must go on matching.
  @Test func valueNeverChanges() {
    let value = Fingerprint.value(rule: .unpairedTask, image: "Chat", digest: 0x1234)
    #expect(Fingerprint.text(value) == "1b030374ec72b0c4")
    #expect(
      value == Fingerprint.value(rule: .unpairedTask, image: "Chat.debug.dylib", digest: 0x1234))
    #expect(value != Fingerprint.value(rule: .unpairedTask, image: nil, digest: 0x1234))
    #expect(value != Fingerprint.value(rule: .overwrittenID, image: "Chat", digest: 0x1234))
  }

  /// A leak without stack and name in each launch: the apps' own in both builds, not one of all apps.
  @Test func whereNobodyIsToBlameTheAppIsNamed() throws {
    func fingerprint(app: String?, version: String = "1", name: String = "") throws -> String {
      let app = app.map { #""app":"\#($0)","appVersion":"\#(version)","# } ?? ""
      let auditor = Auditor()
      let source = auditor.open(SourceInfo(name: "x"))
      var decoder = StreamDecoder(source: source)
      let log = """
        {"v":1,"event":"hello","t":1000,\(app)"session":"a"}
        {"v":1,"event":"begin","t":1001,"id":1,\(name)"session":"a"}
        {"v":1,"event":"state","t":1002,"state":"background","session":"a"}
        {"v":1,"event":"state","t":1900,"state":"background","session":"a"}

        """
      decoder.consume(Array(log.utf8).span, into: auditor)
      decoder.finish(into: auditor)
      auditor.close(source, over: true)
      let findings = auditor.report().findings
      return try #require(findings.first { $0.rule == .unpairedTask }).fingerprint
    }
    let bank = try fingerprint(app: "com.bank")
    #expect(bank == (try fingerprint(app: "com.bank", version: "2")))
    #expect(bank != (try fingerprint(app: "com.shop")))
    #expect(bank != (try fingerprint(app: nil)))
    // An SDK that both use names its tasks alike: one fault.
    let name = #""name":"com.sdk.flush","#
    #expect(
      try fingerprint(app: "com.bank", name: name) == fingerprint(app: "com.shop", name: name))
  }
}
