import Testing

@testable import AuditCore

@Suite struct StackBlocksTests {
  private let a = "2020-01-01 00:00:00.000 Aa[1:a] "
  private let b = "2020-01-01 00:00:00.000 Bb[2:b] "

  private func frame(_ index: Int, _ image: String, _ symbol: String) -> String {
    "\t\(index)   \(image)                  0x0000000100000000 \(symbol) + \(index)"
  }

  private func decode(_ lines: [String]) -> RecordingSink {
    RecordingSink.decode(lines.joined(separator: "\n") + "\n")
  }

  @Test func belongsToTheLineBefore() {
    let sink = decode([
      a + "BGT begin id=1", a + "(", frame(0, "Aa", "f"), frame(1, "UIKit", "g"), ")",
      a + "BGT end id=1",
    ])
    #expect(sink.lines().map { $0.prefix(5) } == ["begin", "stack", "end i"])
    #expect(sink.frames(sink.events[1]) == ["Aa f", "UIKit g"])
    #expect(sink.events[1].origin == sink.events[0].origin)
    #expect(sink.events[1].thread == 0xA)
  }

  @Test func keepsInterleavedProcessesApart() {
    let sink = decode([
      a + "BGT begin id=1", b + "BGT begin id=1", a + "(", b + "(", frame(0, "Aa", "a0"),
      frame(0, "Bb", "b0"), frame(1, "Aa", "a1"), frame(1, "UIKit", "b1"), frame(2, "Aa", "a2"),
      ")", frame(2, "Bb", "b2"), ")",
    ])
    #expect(sink.lines().map { $0.prefix(5) } == ["begin", "begin", "stack", "stack"])
    #expect(sink.frames(sink.events[2]) == ["Aa a0", "Aa a1", "Aa a2"])
    #expect(sink.frames(sink.events[3]) == ["Bb b0", "UIKit b1", "Bb b2"])
    #expect(sink.events[2].origin == sink.events[0].origin)
    #expect(sink.events[3].origin == sink.events[1].origin)
  }

  @Test func isCutByItsOwnThreadOnly() {
    let sink = decode([
      a + "BGT begin id=1", a + "(", frame(0, "Aa", "f"), b + "BGT end id=7",
      frame(1, "Aa", "g"), a + "next", frame(2, "Aa", "h"),
    ])
    #expect(sink.lines().map { $0.prefix(5) } == ["begin", "end i", "stack"])
    #expect(sink.frames(sink.events[2]) == ["Aa f", "Aa g"])
  }

  @Test func isDeliveredAtTheEndOfTheStream() {
    let sink = decode([a + "BGT begin id=1", a + "(", frame(0, "Aa", "f")])
    #expect(sink.frames(sink.events[1]) == ["Aa f"])
  }

  @Test func readsFramesWithFraming() {
    let sink = decode([
      a + "BGT begin id=1", a + "callStackSymbols: (", a + frame(0, "Aa", "f"),
      a + "    \"1   Aa   0x0000000100000000 g + 4\",", a + ")",
    ])
    #expect(sink.frames(sink.events[1]) == ["Aa f", "Aa g"])
  }

  @Test func followsPlainLinesToo() {
    let sink = decode(["enter endBackgroundTask:3", "(", frame(0, "Aa", "f"), ")"])
    #expect(sink.lines().map { $0.prefix(5) } == ["end i", "stack"])
  }

  @Test func isNobodysWithoutATaskBefore() {
    let late = "2020-01-01 00:00:05.000 Aa[1:a] ("
    let sink = decode([
      a + "(", frame(0, "Aa", "f"), ")", a + "BGT begin id=1", b + "(", frame(0, "Bb", "f"), ")",
      late, frame(0, "Aa", "f"), ")",
    ])
    #expect(sink.lines().map { $0.prefix(5) } == ["begin"])
  }

  @Test func readsPrintedArraysOnTheSameLineAndTheNext() {
    let array =
      #"["0   Aa   0x0000000100000000 $s2Aa1fyyF + 4", "1   Aa   0x0000000100000010 main + 5"]"#
    let sink = decode([
      a + "BGT begin id=1 " + array, a + "enter endBackgroundTask:1 " + array,
      a + "BGT begin id=2", array, a + "BGT begin id=3", a + array,
    ])
    #expect(
      sink.lines().map { $0.prefix(5) } == ["begin", "end i", "begin", "stack", "begin", "stack"])
    for index in [0, 1, 3, 5] {
      #expect(sink.frames(sink.events[index]) == ["Aa $s2Aa1fyyF", "Aa main"])
    }
    #expect(sink.events[3].origin == sink.events[2].origin)
    let torn = decode([a + "BGT begin id=1 " + array.dropLast(20)])
    #expect(torn.frames(torn.events[0]) == ["Aa $s2Aa1fyyF"])
  }

  @Test func boundsWhatIsOpen() {
    var lines: [String] = []
    for pid in 1...(Limits.openStackBlocksMax + 10) {
      lines.append("2020-01-01 00:00:00.000 P[\(pid):a] BGT begin id=1")
      lines.append("2020-01-01 00:00:00.000 P[\(pid):a] (")
    }
    lines += (0..<1000).map { frame($0, "P", "f") }
    let sink = decode(lines)
    let stacks = sink.events.filter { if case .stack = $0.action { true } else { false } }
    #expect(!stacks.isEmpty)
    #expect(stacks.allSatisfy { sink.frames($0).count <= Limits.stackFramesMax })
  }
}
