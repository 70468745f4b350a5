import AuditCore
import Foundation
import Testing

@testable import Pages

/// Reports of logs, as `bgtaskctl report` makes them.
enum SampleReports {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Of a log in `Tests/Cases`.
  static func ofCase(_ name: String) throws -> Report {
    let url = tests.appending(path: "Cases/\(name)/input.log")
    return of(Array(try Data(contentsOf: url)))
  }

  static func of(_ log: String) -> Report { of(Array(log.utf8)) }

  private static func of(_ log: [UInt8]) -> Report {
    var configuration = AuditConfiguration()
    configuration.history = HistoryDepth()
    let auditor = Auditor(configuration: configuration)
    let source = auditor.open(SourceInfo(name: "input.log"))
    var decoder = StreamDecoder(source: source, patterns: [])
    decoder.consume(log.span, into: auditor)
    decoder.finish(into: auditor)
    auditor.close(source, over: true)
    auditor.addSkippedLines(decoder.linesSkipped)
    return auditor.report(withHistories: true)
  }

  /// A session whose every name tries to be something else.
  static let hostile = """
    {"v":1,"event":"hello","app":"</script><script>alert(1)</script>","process":"<img src=x onerror=alert(1)>","pid":1,"session":"\\u202Eevil\\u2066","os":"iOS 13"}
    {"event":"begin","seq":1,"t":1,"id":1,"name":"</script><!--<script>\\u0000\\u2028\\u001b[31m","stack":["0   App 0x1 -[<b>Bold</b> run] + 1"]}
    {"event":"begin","seq":2,"t":2,"id":18446744073709551614,"name":"{{data}}'\\"&amp;"}
    {"event":"exit","seq":3,"t":90,"reason":"killed","text":"]]></script>\\u202E"}

    """
}
