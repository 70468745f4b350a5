import AuditCore
import Configuration
import LinuxIO

/// An audit of files, one after the other, by one auditor: its sessions may span them.
struct OfflineAudit {
  private let auditor: Auditor
  private let patterns: [LinePattern]
  private let console: Console
  private var progress: Progress
  private var totals = Report.Summary()
  /// The exit status that unreadable and unrecognised files ask for; 66 comes before 65.
  private(set) var problem: Int32?

  init(settings: Settings, console: Console) {
    auditor = Auditor(configuration: settings.audit, demangle: Demangler.demangle)
    patterns = settings.patterns
    self.console = console
    progress = Progress(console: console)
  }

  /// Reads a file to its end; what is wrong with it is said and remembered, and others may follow.
  mutating func read(_ path: String) {
    let source = auditor.open(SourceInfo(name: path))
    var decoder = StreamDecoder(source: source, patterns: patterns)
    do throws(SystemError) {
      try feed(path, to: &decoder)
    } catch {
      progress.clear()
      console.complain(error.description)
      problem = ExitStatus.noInput
    }
    decoder.finish(into: auditor)
    auditor.close(source, over: true)
    count(decoder, path: path)
  }

  /// All findings, with the counts of lines that only the decoders know.
  func report(includeCleared: Bool) -> Report {
    var report = auditor.report(includeCleared: includeCleared)
    report.summary.lines = totals.lines
    report.summary.events = totals.events
    report.summary.skippedLines = totals.skippedLines
    report.summary.unreadableEvents = totals.unreadableEvents
    return report
  }

  private mutating func feed(
    _ path: String, to decoder: inout StreamDecoder
  ) throws(SystemError) {
    var file = try InputFile(path)
    var read = 0
    while try file.next({ bytes in
      read += bytes.count
      decoder.consume(bytes, into: auditor)
    }) {
      // Nobody waits for them offline; the report has their outcome.
      _ = decoder.takeRejects()
      _ = auditor.takeChanges()
      progress.show(file: path, read: read, of: file.size)
    }
    progress.clear()
  }

  private mutating func count(_ decoder: StreamDecoder, path: String) {
    totals.lines += Int(decoder.linesSeen)
    totals.events += decoder.eventsDelivered
    totals.skippedLines += decoder.linesSkipped
    totals.unreadableEvents += decoder.linesUnreadable
    if problem == ExitStatus.noInput && decoder.linesSeen == 0 { return }
    if decoder.eventsDelivered == 0 && decoder.linesUnreadable == 0 {
      console.complain("\(path): no line of a recognised format")
      problem = problem ?? ExitStatus.dataError
    }
  }
}
