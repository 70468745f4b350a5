import LinuxIO

@testable import AuditCore

/// Frames, symbols of three languages, mangled names, fingerprints.
enum StackTarget {
  static let target = FuzzTarget(name: "stack", run: run) { logs in
    let frames = logs.lines { line in
      line.contains(UInt8(ascii: "+")) && Array(line).span.find(" 0x") != nil
    }
    let mangled = [
      "$s10StreamChat26IOSBackgroundTaskSchedulerC05beginD017expirationHandlerSbyycSg_tF",
      "$s4Tolk6ClientC4send33_2F0A0A0A0A0A0A0A0A0A0A0A0A0A0A0ALL2toySi_tF",
      "_TFC4Tolk6Client4sendfT2toSi_T_", "$sSo13UIApplicationC4TolkE9bgt_begin4nameySS_tF",
      "___41-[ASIHTTPRequest startAsynchronous]_block_invoke_2", "-[EMClient(Push) begin:]",
      "Called by Chat, from -[EMClient begin]", "std::__1::function<void ()>::operator()() const",
    ]
    return frames + mangled.map { Array("3   Chat   0x0000000102903a58 \($0) + 132".utf8) }
  }

  /// Mangled names grow when they are read, though not without bound.
  private static let readableBytesMax = 1 << 20

  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let texts = TextTable()
    let stacks = StackTable(
      texts: texts, symbols: SymbolReader(demangle: SwiftDemangler.demangle))
    var frames: [Frame] = []
    for line in input.rest().split(separator: 0x0A) {
      let line = Array(line)
      try read(String(decoding: line, as: UTF8.self))
      if let frame = FrameText.parse(line.span, texts: texts) { frames.append(frame) }
      _ = stacks.facts(.none, name: texts.intern(line.span))
    }
    let stack = stacks.intern(frames)
    try require(stacks.intern(frames) == stack, "the same stack has two ids")
    try require(stacks.lines(stack).count == frames.count, "a line is missing")
    let facts = stacks.facts(stack)
    let text = Fingerprint.text(
      Fingerprint.value(rule: .unpairedTask, image: facts.blame.image, digest: facts.digest))
    try require(text.utf8.count == 16, "a fingerprint of other length")
  }

  private static func read(_ symbol: String) throws(BrokenProperty) {
    for demangle in [SwiftDemangler.demangle, { _ in nil }] {
      let name = CodeName.read(symbol, demangle: demangle)
      let size = name.readable.utf8.count + name.normalised.utf8.count
      try require(size <= readableBytesMax + 8 * symbol.utf8.count, "\(size) bytes of a symbol")
      try require(CodeName.read(symbol, demangle: demangle) == name, "read differently twice")
    }
  }
}
