import Testing

@testable import AuditCore

/// What one stream can make its decoder hold.
@Suite struct StreamMemoryTests {
  private func decoder(of text: String) -> StreamDecoder {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    decoder.consume(Array(text.utf8).span, into: sink)
    return decoder
  }

  @Test func isBoundedWhateverIsLeftOpen() {
    let parts = [halfLine, stackBlocks, hiddenIDs, processes, reports, clientStacks, sessions]
    let held = parts.map { decoder(of: $0).heldBytes }
    let least = [1 << 20, 320 << 10, 96 << 10, 5 << 10, 80 << 10, 12 << 10, 5 << 10]
    for (held, least) in zip(held, least) { #expect(held >= least) }
    // The half line comes last, and the objects and the text leave each other alone.
    let all = decoder(
      of: sessions + clientStacks + hiddenIDs + processes + stackBlocks + reports + halfLine)
    #expect(all.heldBytes > 3 << 19)
    #expect(all.heldBytes <= 2 << 20)
  }

  /// What `Decoding/README.md` says, to a tenth of a KiB.
  @Test func isAValueOfSoManyBytes() {
    #expect((Double(MemoryLayout<StreamDecoder>.size) / 102.4).rounded() == 18)
  }

  @Test func isSmallForAClientThatSendsEvents() {
    var text = #"{"v":1,"event":"hello","session":"s","process":"Chat","pid":7}"# + "\n"
    for id in 1...500 {
      let stack = #""0   App   0x000000010290\#(1000 + id % 8)""#
      text += #"{"event":"begin","id":\#(id),"stack":[\#(stack)]}"# + "\n"
      text += #"{"event":"end","id":\#(id)}"# + "\n"
    }
    #expect(decoder(of: text).heldBytes < 2 << 10)
  }

  /// Lines that go on after the report's text is full do not grow it.
  @Test func keepsNothingOfAnEndlessCrashReport() {
    let report = "Exception Type:  EXC_CRASH (SIGKILL)\n" + String(repeating: "x\n", count: 1 << 15)
    #expect(decoder(of: report).heldBytes <= 2 * Limits.crashTextBytesMax)
  }

  @Test func keepsNoStorageOfALongLineThatIsOver() {
    let line = String(repeating: "x", count: 1 << 19)
    var decoder = decoder(of: line)
    #expect(decoder.halfLineBytes >= 1 << 19)
    decoder.consume([0x0A].span, into: RecordingSink())
    #expect(decoder.halfLineBytes == 0)
  }

  private let halfLine = String(repeating: "x", count: Limits.lineBytesMax)

  private let stackBlocks: String = {
    var text = ""
    for thread in 1...Limits.openStackBlocksMax + 3 {
      let head = "2019-02-18 21:40:02.118 Chat[4312:\(thread)] "
      text += head + "enter beginBackgroundTaskWithExpirationHandler:\(thread)\n" + head + "(\n"
      for frame in 0..<Limits.stackFramesMax + 3 {
        text += "\(frame)   Chat    0x0000000102903a58 main + \(frame)\n"
      }
    }
    return text
  }()

  private let hiddenIDs: String = {
    var text = ""
    for pid in 1...Limits.countedLaunchesMax + 3 {
      let head = "Dec 15 11:49:10.500000 P\(pid)[\(pid)] <Notice>: "
      func announce(_ handler: Int) {
        text +=
          head + "Will add backgroundTask with taskName: <private>, expirationHandler: "
          + "<__NSMallocBlock__: 0x\(100_000 + handler)>\n"
      }
      for task in 0..<Limits.countedTasksMax + 3 {
        announce(task)
        text += head + "Created background task <private>.\n"
      }
      for task in 0..<Limits.pendingBeginsMax + 3 { announce(task) }
    }
    return text
  }()

  private let processes = (1...Limits.knownProcessesMax + 3).map {
    "Dec 15 11:49:10.500000 P\($0)[\($0)] <Notice>: BGT end id=1\n"
  }.joined()

  /// A crash report, and within it an object that is read line by line.
  private let reports: String = {
    let words = String(repeating: "w", count: 2 * Limits.crashTextBytesMax)
    let frames = (0..<Limits.stackFramesMax + 3).map { "  \"symbol\" : \"main\($0)\",\n" }.joined()
    return "Exception Type:  EXC_CRASH \(words)\n{\n  \"procName\" : \"Chat\",\n"
      + "  \"details\" : \"\(words)\",\n" + frames + "  \"eventMessage\" : \""
      + String(repeating: "m", count: 2 * Limits.logMessageBytesMax) + "\",\n"
  }()

  private let clientStacks =
    #"{"v":1,"event":"hello","session":"s"}"# + "\n"
    + (0..<8 * Limits.stackCacheEntries).map {
      #"{"event":"begin","id":1,"stack":["0   App   0x000000010290\#(1000 + $0)"]}"# + "\n"
    }.joined()

  private let sessions = (0..<Limits.hellosPerStreamMax + 3).map {
    #"{"v":1,"event":"hello","session":"\#($0)"}"# + "\n"
  }.joined()
}
