import AuditCore
import Configuration
import LinuxIO

/// An audit of files, one after the other, by one auditor: its sessions may span them.
struct OfflineAudit {
  private let auditor: Auditor
  private let patterns: [LinePattern]
  private let console: Console
  private var progress: Progress
  /// The exit status that unreadable and unrecognised files ask for; 66 comes before 65.
  private(set) var problem: Int32?
  private var unreadFiles: [String] = []
  private var filesRead: [(path: String, status: FileStatus)] = []
  /// No file could be read, or none had a line of a recognised format.
  private(set) var hasReadNothing = true

  init(settings: Settings, console: Console) {
    auditor = Auditor(configuration: settings.audit, demangle: SwiftDemangler.demangle)
    patterns = settings.patterns
    self.console = console
    progress = Progress(console: console)
  }

  /// Reads a file to its end; what is wrong with it is said and remembered, and others may follow.
  mutating func read(_ path: String) {
    if let other = sameFile(as: path) {
      console.complain("\(path): read once only, as \(other)")
      return
    }
    let source = auditor.open(SourceInfo(name: path))
    var decoder = StreamDecoder(source: source, patterns: patterns)
    var isRead = true
    do throws(InputProblem) {
      try feed(path, to: &decoder)
    } catch {
      progress.clear()
      complain(error.text(for: console.verb), error.status)
      isRead = false
    }
    decoder.finish(into: auditor)
    auditor.close(source, over: true)
    auditor.addSkippedLines(decoder.linesSkipped)
    // What could not be read to its end is not blamed for its content as well.
    if isRead { judge(decoder, path: path) }
  }

  /// All findings of what was read so far, for a format that shows them.
  func report(for format: ReportFormat, includeCleared: Bool) -> Report {
    var report = auditor.report(
      includeCleared: includeCleared, withHistories: format.needsHistory)
    report.unreadFiles = unreadFiles
    return report
  }

  /// Brings what was found since the last call into the groups.
  func count() { _ = auditor.takeChanges() }

  /// What was found, by fingerprint, as far as it was counted.
  func groups() -> GroupSurvey { auditor.groupSurvey() }

  /// What every launch did, if the settings ask for that to be recorded.
  func histories() -> [SessionHistory] { auditor.histories() }

  /// The path by which the file was read before. A launch that comes twice would be another, or end its tasks
  /// twice.
  private mutating func sameFile(as path: String) -> String? {
    guard path != InputFile.standardInput, let status = try? FileStatus(of: path), status.isRegular
    else { return nil }
    if let other = filesRead.first(where: { $0.status.isSameFile(as: status) }) {
      return other.path
    }
    filesRead.append((path, status))
    return nil
  }

  private mutating func complain(_ text: String, _ status: Int32) {
    console.complain(text)
    unreadFiles.append(text)
    problem = status == ExitStatus.noInput ? status : problem ?? status
  }

  private mutating func feed(
    _ path: String, to decoder: inout StreamDecoder
  ) throws(InputProblem) {
    var file = try InputFile(path)
    var read = 0
    while try file.next({ bytes in
      read += bytes.count
      decoder.consume(bytes, into: auditor)
    }) {
      progress.show(file: path, read: read, of: file.size)
    }
    progress.clear()
  }

  private mutating func judge(_ decoder: consuming StreamDecoder, path: String) {
    tellUnread(decoder.takeRejects(), of: decoder.linesUnreadable, path: path)
    if decoder.recognisedNothing {
      complain("\(path): no line of a recognised format", ExitStatus.dataError)
    } else {
      hasReadNothing = false
    }
  }
}

extension OfflineAudit {
  private static let unreadTold = 5

  /// Says which lines look like events and were not read: what they told is missing from the audit.
  private func tellUnread(_ lines: [StreamDecoder.Reject], of count: Int, path: String) {
    let told = lines.prefix(Self.unreadTold)
    for line in told {
      let unread = UnreadLine(file: path, line: line.line, reason: line.reason.text)
      console.complain(Words.unread(unread))
    }
    if count > told.count {
      console.complain("\(path): and \(Words.count(count - told.count, "more line"))")
    }
  }
}

/// The verb is not run, for a reason that was told.
struct Refusal: Error {
  var status: Int32
}

extension OfflineAudit {
  /// What a verb that audits the files among its operands begins with.
  static func settings(
    _ arguments: Arguments, of verb: Verb, _ console: Console
  ) throws(Refusal) -> Settings {
    do throws(UsageError) {
      try AuditVerb.checkInputs(arguments.operands, of: verb)
      for option in [AuditVerb.writeBaseline, ReportVerb.output] {
        try checkOutput(option, of: arguments, verb)
      }
    } catch {
      throw Refusal(status: console.refuse(error))
    }
    do throws(ConfigurationError) {
      return try AuditVerb.settings(arguments)
    } catch {
      for problem in error.problems { console.complain(problem.text) }
      throw Refusal(status: ExitStatus.configuration)
    }
  }

  /// What is written must not take the place of what is read, by whatever path it is called. Only a baseline
  /// may be that of before.
  private static func checkOutput(
    _ option: Option, of arguments: Arguments, _ verb: Verb
  ) throws(UsageError) {
    guard let path = arguments.value(option), let output = try? FileStatus(of: path) else { return }
    var inputs = arguments.operands
    var others = [AuditVerb.config, AuditVerb.suppressions]
    if option != AuditVerb.writeBaseline { others.append(AuditVerb.baseline) }
    inputs += others.compactMap { arguments.value($0) }
    if inputs.contains(where: { status(of: $0)?.isSameFile(as: output) == true }) {
      throw UsageError(
        what: "\(option.name) \(path)", why: "is a file that is to be read", verb: verb.name)
    }
  }

  private static func status(of input: String) -> FileStatus? {
    if input != InputFile.standardInput { return try? FileStatus(of: input) }
    // A terminal, or /dev/null, is read from and written to.
    return FileStatus.ofStandardInput().flatMap { $0.isRegular ? $0 : nil }
  }
}
