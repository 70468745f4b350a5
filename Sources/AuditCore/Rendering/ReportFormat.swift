/// A way to print a whole report. A new one is a file of its own and a line in `all`.
package struct ReportFormat: Sendable {
  /// As `bgtaskctl audit --format` takes it.
  package let name: String
  /// It shows what sessions did: the audit must record it, and the report have `histories` and stories.
  package let needsHistory: Bool
  package let render: @Sendable (Report, TextStyle) -> [UInt8]

  package init(
    name: String, needsHistory: Bool = false,
    render: @escaping @Sendable (Report, TextStyle) -> [UInt8]
  ) {
    self.name = name
    self.needsHistory = needsHistory
    self.render = render
  }

  /// For people.
  package static let text = ReportFormat(name: "text") { TextReport.render($0, style: $1) }

  /// In the order that help lists them; the first is the default.
  package static let all: [ReportFormat] = [
    text,
    ReportFormat(name: "json") { report, _ in JSONReport.render(report) },
    ReportFormat(name: "junit") { JUnitReport.render($0, style: $1) },
    ReportFormat(name: "sarif") { SARIFReport.render($0, style: $1) },
    ReportFormat(name: "github") { GitHubReport.render($0, style: $1) },
    ReportFormat(name: "perfetto", needsHistory: true) { report, _ in
      PerfettoTrace.render(report)
    },
    ReportFormat(name: "folded", needsHistory: true) { report, _ in
      FoldedStacks.render(report, weight: .tasks)
    },
    ReportFormat(name: "folded-held", needsHistory: true) { report, _ in
      FoldedStacks.render(report, weight: .milliseconds)
    },
  ]
}
