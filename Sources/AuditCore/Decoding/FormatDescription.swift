/// What people are told of a format: `bgtaskctl formats` lists it, a line's explanation names it.
package struct FormatDescription: Hashable, Sendable {
  /// Lower-case words joined by hyphens; no two formats share one, and scripts may rely on it.
  package let name: String
  /// Completes "NAME: …" on one line; no full stop.
  package let summary: String
  /// The last line is of this format; those before it are what must have been printed before.
  /// `ExampleTests` reads every one.
  package let example: String
}

/// A format that says of itself what it is: nothing is registered without.
protocol DescribedFormat: Sendable {
  static var about: FormatDescription { get }
}

/// What is recognised besides the messages of `LineFormats`: objects, and blocks of several lines.
enum BlockFormat: UInt8, CaseIterable, Sendable {
  case clientEvent, metricKit, crashObject, objectLines, stackBlock

  var about: FormatDescription {
    switch self {
    case .clientEvent: ClientEvents.about
    case .metricKit: ExitMetrics.about
    case .crashObject: CrashReport.about
    case .objectLines: ReportLines.about
    case .stackBlock: StackBlockLines.about
    }
  }
}

/// All that is recognised, for `bgtaskctl formats`.
package enum FormatCatalogue {
  /// What a logger puts around a message, as far as it is told apart.
  package static var framings: [FormatDescription] {
    Framing.Kind.allCases.compactMap(\.about) + [MessagePrefix.about]
  }
  /// Messages, then objects and blocks, in the order in which they are asked.
  package static var formats: [FormatDescription] {
    LineFormats.all.map { $0.about } + BlockFormat.allCases.map(\.about)
  }
}
