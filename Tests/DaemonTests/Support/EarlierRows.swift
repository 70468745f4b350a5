import AuditCore
import Foundation

/// Rows as an earlier version stored them, from the files of `AuditCoreTests`.
enum EarlierRows {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "AuditCoreTests/Persistence/Formats")

  /// A row is a line: owner, kind, key, value in hexadecimal digits.
  static func read(format: Int) throws -> [(StateKey, [UInt8])] {
    let text = try String(contentsOf: folder.appending(path: "\(format).rows"), encoding: .utf8)
    return text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      let numbers = words.prefix(3).compactMap { Int64($0) }
      let digits = Array(words[3])
      let value = stride(from: 0, to: digits.count, by: 2)
        .compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
      return (StateKey(owner: numbers[0], kind: numbers[1], key: numbers[2]), value)
    }
  }
}
