/// JSON that is printed over many lines, one key a line: `log show --style json`, MetricKit payloads,
/// the body of an `.ips` report. Each line is read for itself, so that lines of others between them
/// do no harm; the closing brace in the first column ends the object.
enum ReportLines: DescribedFormat {
  static let about = FormatDescription(
    name: "object-lines",
    summary: "The objects of log-json, metrickit and ips-report, printed over many lines",
    example: """
      {
        "cumulativeBackgroundTaskAssertionTimeoutExitCount" : 3
      """)

  /// nil where the line is no part of such an object.
  static func read(_ line: Span<UInt8>, in context: inout LineContext) -> LineReader.Outcome? {
    if opens(line) {
      let outcome = line[0] == UInt8(ascii: "}") ? close(&context) : nil
      context.report = context.report ?? ObjectReport(place: context.place)
      return outcome ?? .partOfBlock
    }
    guard context.report != nil else { return nil }
    if line[0] == UInt8(ascii: "}"), isBrackets(line) { return close(&context) ?? .partOfBlock }
    let start = line.skipBlanks(from: 0)
    switch line.byte(at: start) {
    case UInt8(ascii: "\""): readPair(line, from: start, in: &context)
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"): break
    default: return nil
    }
    return .partOfBlock
  }

  /// Delivers what the object said.
  static func close(_ context: inout LineContext) -> LineReader.Outcome? {
    guard let report = context.report else { return nil }
    context.report = nil
    return report.deliver(in: &context)
  }

  /// `{`, `[{` or `},{` alone.
  private static func opens(_ line: Span<UInt8>) -> Bool {
    line.count <= 4 && line.byte(at: line.count - 1) == UInt8(ascii: "{") && isBrackets(line)
  }

  private static func isBrackets(_ line: Span<UInt8>) -> Bool {
    for index in line.indices {
      switch line[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: ","), 0x20:
        break
      default: return false
      }
    }
    return true
  }

  private static func readPair(
    _ line: Span<UInt8>, from start: Int, in context: inout LineContext
  ) {
    var cursor = JSONCursor(at: start)
    guard let key = try? cursor.string(in: line) else { return }
    var position = line.skipBlanks(from: cursor.position)
    guard line.byte(at: position) == UInt8(ascii: ":") else {
      // An element of an array of strings.
      context.report?.noteElement(key, line)
      return
    }
    position += 1
    cursor = JSONCursor(at: position)
    let texts = context.texts
    context.report?.read(key, &cursor, line, texts)
  }
}
