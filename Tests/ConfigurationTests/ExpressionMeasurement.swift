import AuditCore
import Foundation
import Testing

@testable import Configuration

/// The measurement behind the choice of PCRE2; `Sources/Configuration/README.md` has its figures.
/// Prints ratios and asserts nothing of time.
struct ExpressionMeasurement {
  private static let linesMin = 100_000

  @Test(.enabled(if: ProcessInfo.processInfo.environment["BGTASKD_MEASURE"] != nil))
  func ofTheSameExpressionOnTheSameLines() throws {
    let pattern = #"(?<process>\w+)\[(?<pid>\d+):\d+\] .*开启任务ID: (?<id>\d+)"#
    let lines = try Self.lines()
    let swift = try Regex(pattern)
    let pcre = try Expression(pattern)
    let interpreted = try Expression(pattern, engine: .interpreted)

    var found: [Int] = []
    let base = Self.time { found.append(lines.count { pcre.match($0.span)?.id != nil }) }
    let slow = Self.time { found.append(lines.count { interpreted.match($0.span)?.id != nil }) }
    let other = Self.time {
      found.append(
        lines.count { (try? swift.firstMatch(in: String(decoding: $0, as: UTF8.self))) != nil })
    }
    #expect(found[0] > 0)
    #expect(found == [found[0], found[0], found[0]])
    print("\(lines.count) lines, \(found[0]) matches; a line: \(base / lines.count)")
    print("PCRE2 interpreted: \(slow / base)")
    print("Swift Regex: \(other / base)")
  }

  /// The lines of a given case over and over.
  private static func lines() throws -> [[UInt8]] {
    let log = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Cases/02-easemob-stacks-xcode-zh/input.log")
    let text = try Data(contentsOf: log).split(separator: 0x0A).map { [UInt8]($0) }
    return Array(repeatElement(text, count: linesMin / text.count + 1).joined())
  }

  private static func time(_ body: () -> Void) -> Duration { ContinuousClock().measure(body) }
}
