/// `bgtaskctl audit --format folded`: the stacks that tasks were begun with, folded into a line each with
/// a weight, as flamegraph.pl, inferno and speedscope read them.
///
/// The outermost frame comes first, before it the process. A task that was never ended has one frame more,
/// its fate in brackets. Where there is no stack, what is known of the holder stands for it.
package enum FoldedStacks {
  /// What the width of a frame means.
  package enum Weight: Sendable {
    case tasks
    /// How long tasks were held; until the launch ended, where they were not ended.
    case milliseconds
  }

  /// A line for each distinct stack, in the order of the bytes.
  package static func render(_ report: Report, weight: Weight) -> [UInt8] {
    var weights: [String: Int64] = [:]
    for history in report.histories {
      for task in history.tasks {
        let amount = amount(of: task, in: history, weight)
        if amount > 0 {
          let (sum, overflow) = weights[path(of: task, in: history), default: 0]
            .addingReportingOverflow(amount)
          weights[path(of: task, in: history)] = overflow ? .max : sum
        }
      }
    }
    let lines = weights.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return Array(lines.map { "\($0.key) \($0.value)\n" }.joined().utf8)
  }

  private static func amount(
    of task: TaskHistory, in history: SessionHistory, _ weight: Weight
  ) -> Int64 {
    if weight == .tasks { return 1 }
    guard let begun = task.begin.time, let until = task.end?.time ?? history.period?.upperBound
    else { return 0 }
    return max(0, until - begun) / 1000
  }

  private static func path(of task: TaskHistory, in history: SessionHistory) -> String {
    let identity = history.summary.identity
    var frames = [identity.process ?? identity.app ?? "unnamed process"]
    if let stack = task.stack, !history.stacks[stack].isEmpty {
      frames += history.stacks[stack].reversed().map(withoutOffset)
    } else {
      let known = [task.blame.image, task.blame.symbol ?? task.blame.holder ?? task.name]
      frames += known.compactMap(\.self)
    }
    if !task.fate.isEnded { frames.append("[\(task.fate.rawValue)]") }
    return frames.map(frame).joined(separator: ";")
  }

  /// `Chat  -[EMClient begin] + 168` without its last two words, so that one function is one frame.
  private static func withoutOffset(_ frame: String) -> String {
    let words = frame.split(separator: " ")
    guard words.count > 3, words[words.count - 2] == "+",
      words[words.count - 1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return words.joined(separator: " ") }
    return words.dropLast(2).joined(separator: " ")
  }

  /// A semicolon would be another frame, and a line feed another line.
  private static func frame(_ text: String) -> String {
    let shown = Escaping.visible(text)
    let plain = String(shown.map { $0 == ";" ? ":" : $0 })
    return plain.isEmpty ? "?" : plain
  }
}
