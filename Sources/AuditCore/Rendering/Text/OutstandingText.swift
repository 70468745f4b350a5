/// `bgtaskctl outstanding`: one task that is begun and not ended a line.
package enum OutstandingText {
  /// A table with one task a row; one sentence where there is none.
  package static func render(_ tasks: [OutstandingTask], style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    if tasks.isEmpty {
      page.line([Run("No task is outstanding.", .good)])
      return page.bytes
    }
    var columns = Columns(rigid: 1)
    columns.header(["TASK", "PROCESS", "BEGUN", "AGE", "LEFT", "STAGE", "HOLDER", "NAME"])
    for task in tasks {
      columns.row([
        [Run(String(task.task), .strong)],
        [Run(Words.process(task.session))],
        [Run(task.begun.map(StampText.brief) ?? "-")],
        [Run(task.age.map(DurationText.brief) ?? "-")],
        [left(task)],
        [Run(task.stage.rawValue)],
        [Run(Words.culprit(task.blame) ?? "-")],
        [Run(task.name ?? "-")],
      ])
    }
    columns.write(to: &page)
    return page.bytes
  }

  private static func left(_ task: OutstandingTask) -> Run {
    guard let left = task.left else { return Run("-") }
    if left < 0 { return Run("\(DurationText.brief(left))", .err) }
    return Run(DurationText.brief(left), left < .seconds(5) ? .warning : .plain)
  }
}
