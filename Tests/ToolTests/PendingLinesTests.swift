import AuditCore
import LinuxIO
import Testing

@testable import bgtaskctl

@Suite struct PendingLinesTests {
  private static let hello = "{\"v\":1,\"event\":\"hello\",\"ack\":true,\"stream\":\"x\"}\n"

  private func mark(_ lines: Int) -> String { "{\"event\":\"mark\",\"seq\":\(lines)}\n" }

  private func append(_ text: String, to lines: inout PendingLines) {
    lines.append(Array(text.utf8))
  }

  /// What is written when the other end takes `bytesMax`.
  private func sent(_ lines: inout PendingLines, bytesMax: Int = .max) -> String {
    var written: [UInt8] = []
    _ = lines.send { bytes, start in
      let count = min(bytes.count - start, bytesMax - written.count)
      if count == 0 { return .wouldBlock }
      written += bytes[start..<start + count]
      return .bytes(count)
    }
    return String(decoding: written, as: UTF8.self)
  }

  private func expect(_ sent: String, _ wanted: String) { #expect(sent == wanted) }

  private func acknowledge(_ sequence: UInt64, _ lines: inout PendingLines, frees: Bool = true) {
    let freed = lines.acknowledge(sequence)
    #expect(freed == frees)
  }

  private func preface(_ lines: inout PendingLines, lost: UInt64 = 0) -> String {
    String(decoding: lines.preface(lost: lost), as: UTF8.self)
  }

  @Test func `lines are sent as they come and marked when the batch is sealed`() {
    var lines = PendingLines(stream: "x")
    append("one\ntw", to: &lines)
    expect(sent(&lines), "one\n")
    append("o\n", to: &lines)
    lines.seal()
    expect(sent(&lines), "two\n{\"event\":\"mark\",\"seq\":2}\n")
    append("three", to: &lines)
    #expect(!lines.hasUnsent)
    lines.finish(saysBye: false)
    expect(sent(&lines), "three\n{\"event\":\"mark\",\"seq\":3}\n")
  }

  @Test func `an acknowledgement frees what it covers`() {
    var lines = PendingLines(stream: "x")
    append("one\n", to: &lines)
    lines.seal()
    append("two\nthree\n", to: &lines)
    acknowledge(1, &lines, frees: false)
    _ = sent(&lines)
    acknowledge(1, &lines)
    #expect(lines.unacknowledged == 2)
    lines.finish(saysBye: false)
    acknowledge(2, &lines, frees: false)
    _ = sent(&lines)
    acknowledge(3, &lines)
    #expect(lines.isEmpty && lines.byteCount == 0)
  }

  @Test func `a new connection gets what was not acknowledged, from its first line`() {
    var lines = PendingLines(stream: "x")
    append("one\n", to: &lines)
    lines.seal()
    append("two\nthree\nfour\n", to: &lines)
    _ = sent(&lines, bytesMax: 4 + 26 + 6)
    _ = lines.acknowledge(1)
    lines.rewind()
    // "two" and a part of "three" had been written.
    #expect(lines.sentBefore == 2)
    let preface = preface(&lines)
    #expect(preface == Self.hello + mark(1))
    expect(sent(&lines), "two\nthree\nfour\n{\"event\":\"mark\",\"seq\":4}\n")
  }

  @Test func `the oldest lines give way, and are told as lost`() {
    var lines = PendingLines(stream: "x")
    for _ in 0..<1000 { append("0123456789\n", to: &lines) }
    lines.rewind()
    let before = lines.byteCount
    let dropped = lines.dropOldest(downTo: before - 3000)
    // Whole batches of 256 lines.
    #expect(dropped.lines == 512)
    #expect(dropped.bytes == before - lines.byteCount)
    #expect(lines.unacknowledged == 488)
    let preface = preface(&lines, lost: 512)
    #expect(
      preface == Self.hello + "{\"event\":\"lost\",\"count\":512}\n" + mark(512))
    // Line 513 of the input is the fourth of the connection.
    _ = sent(&lines)
    #expect(lines.line(ofConnectionLine: 3) == nil)
    #expect(lines.line(ofConnectionLine: 4) == 513)
    #expect(lines.line(ofConnectionLine: 4 + 255) == 768)
    // The mark.
    #expect(lines.line(ofConnectionLine: 4 + 256) == nil)
    #expect(lines.line(ofConnectionLine: 4 + 257) == 769)
  }

  @Test func `clients of the log are said hello for again`() {
    var lines = PendingLines(stream: "x")
    let client = "{\"v\":1,\"event\":\"hello\",\"process\":\"Chat\",\"pid\":1}\n"
    append(client + "{\"event\":\"begin\",\"id\":1,\"name\":\"hello\"}\n", to: &lines)
    lines.seal()
    _ = sent(&lines)
    _ = lines.acknowledge(2)
    append(client, to: &lines)
    lines.seal()
    _ = sent(&lines)
    _ = lines.acknowledge(3)
    lines.rewind()
    let preface = preface(&lines)
    #expect(preface == Self.hello + client + mark(3))
  }

  @Test func `a device is named before the lines`() {
    var lines = PendingLines(stream: "x", device: "a\"b")
    append("one\n", to: &lines)
    let preface = preface(&lines)
    let device = "{\"v\":1,\"event\":\"hello\",\"device\":\"a\\\"b\"}\n"
    #expect(preface == Self.hello + device + mark(0))
    _ = sent(&lines)
    #expect(lines.line(ofConnectionLine: 4) == 1)
  }

  @Test func `a line without end is cut to what the daemon refuses`() {
    var lines = PendingLines(stream: "x")
    for _ in 0..<5 { lines.append([UInt8](repeating: 0x61, count: 1 << 18)) }
    append("\nnext\n", to: &lines)
    lines.finish(saysBye: false)
    let written = sent(&lines)
    #expect(
      written.utf8.count == Limits.lineBytesMax + 2 + 2
        * "{\"event\":\"mark\",\"seq\":1}\n".utf8.count + 5)
  }

  @Test func `bye takes the last mark's place, or stands alone with a number of its own`() {
    var open = PendingLines(stream: "x")
    append("one\n", to: &open)
    open.finish(saysBye: true)
    expect(sent(&open), "one\n{\"event\":\"bye\",\"seq\":1}\n")
    var sealed = PendingLines(stream: "x")
    append("one\n", to: &sealed)
    sealed.seal()
    sealed.finish(saysBye: true)
    expect(sent(&sealed), "one\n{\"event\":\"mark\",\"seq\":1}\n{\"event\":\"bye\",\"seq\":2}\n")
  }
}
