import LinuxIO

/// The logs of `Tests/Cases`, as the start of every corpus.
struct SeedLogs: Sendable {
  /// Ascending by the names of their cases.
  let logs: [[UInt8]]
  private static let logBytesMax = 1 << 22

  /// `folder` is `Tests/Cases`.
  init(folder: String) throws(SystemError) {
    var logs: [[UInt8]] = []
    for name in try File.names(inFolder: folder) {
      logs.append(try File.read("\(folder)/\(name)/input.log", bytesMax: Self.logBytesMax))
    }
    self.logs = logs
  }

  /// Stretches of whole lines, none longer than `bytes` unless one line is; at most `count` of a log.
  func pieces(of bytes: Int, upTo count: Int = .max) -> [[UInt8]] {
    logs.flatMap { log -> [[UInt8]] in
      var pieces: [[UInt8]] = []
      var piece: [UInt8] = []
      for line in log.split(separator: 0x0A, omittingEmptySubsequences: false) {
        if !piece.isEmpty, piece.count + line.count > bytes {
          pieces.append(piece)
          piece = []
        }
        piece += line + [0x0A]
      }
      pieces.append(piece)
      return Array(pieces.prefix(count))
    }
  }

  /// Every line that `isWanted`, each once.
  func lines(where isWanted: (ArraySlice<UInt8>) -> Bool) -> [[UInt8]] {
    var seen = Set<[UInt8]>()
    var lines: [[UInt8]] = []
    for log in logs {
      for line in log.split(separator: 0x0A) where isWanted(line) {
        if seen.insert(Array(line)).inserted { lines.append(Array(line)) }
      }
    }
    return lines
  }
}
