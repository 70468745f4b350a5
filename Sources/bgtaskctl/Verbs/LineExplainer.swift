import AuditCore
import Configuration
import LinuxIO

/// `bgtaskctl audit --explain-lines`: passes events on to an auditor, which knows what it has heard
/// before, and prints line by line how each came to be.
final class LineExplainer: EventSink, LineObserver {
  private let auditor: Auditor
  private let patterns: [LinePattern]
  private let render: (ExplainedLine) -> [UInt8]
  private let console: Console
  private var path = ""
  private var pending: [(event: Event, isRepeat: Bool)] = []
  private var unwritten: [UInt8] = []
  /// The exit status that unreadable and unrecognised files ask for; 66 comes before 65.
  private(set) var problem: Int32?

  private static let unwrittenBytesMax = 1 << 16

  var texts: TextTable { auditor.texts }
  var stacks: StackTable { auditor.stacks }

  init(settings: Settings, console: Console, render: @escaping (ExplainedLine) -> [UInt8]) {
    auditor = Auditor(configuration: settings.audit)
    patterns = settings.patterns
    self.console = console
    self.render = render
  }

  /// Explains a file to its end, or until nobody reads the explanation any more.
  func read(_ path: String) {
    self.path = path
    let source = auditor.open(SourceInfo(name: path))
    var decoder = StreamDecoder(source: source, patterns: patterns)
    decoder.observer = self
    var failure: InputProblem?
    do throws(InputProblem) {
      var file = try InputFile(path)
      while try file.next({ decoder.consume($0, into: self) }), !console.output.isOver { flush() }
    } catch {
      failure = error
    }
    decoder.finish(into: self)
    writeEnd()
    if let failure {
      complain(failure.text(for: console.verb), failure.status)
    } else if decoder.recognisedNothing {
      complain("\(path): no line of a recognised format", ExitStatus.dataError)
    }
    auditor.close(source, over: true)
  }

  func accept(_ event: Event) {
    let repeats = auditor.repeatedEvents
    auditor.accept(event)
    pending.append((event, auditor.repeatedEvents > repeats))
  }

  func lineSeen(source: SourceID, stamp: Stamp?) { auditor.lineSeen(source: source, stamp: stamp) }

  func unreadable(origin: Origin, place: Place, reason: UnreadableReason) {
    auditor.unreadable(origin: origin, place: place, reason: reason)
  }

  func lineRead(_ line: Span<UInt8>, _ reading: LineReading) { write(line, reading) }

  /// What the end of the file completed.
  private func writeEnd() {
    let nothing: [UInt8] = []
    if !pending.isEmpty { write(nothing.span, nil) }
    flush()
  }

  private func write(_ line: Span<UInt8>, _ reading: LineReading?) {
    let items = pending.map { item in
      ExplainedLine.Item(
        event: ExplainedEvent(item.event, line: reading?.number, texts: texts, stacks: stacks),
        isRepeat: item.isRepeat)
    }
    pending.removeAll(keepingCapacity: true)
    if console.output.isOver { return }
    unwritten += render(ExplainedLine(file: path, text: line, reading: reading, items: items))
    if unwritten.count >= Self.unwrittenBytesMax { flush() }
  }

  private func flush() {
    console.output.write(unwritten)
    unwritten.removeAll(keepingCapacity: true)
  }

  private func complain(_ text: String, _ status: Int32) {
    console.complain(text)
    problem = status == ExitStatus.noInput ? status : problem ?? status
  }
}

extension StreamDecoder {
  /// Not one line is of a known format or framing. One that was too long to be read is neither.
  var recognisedNothing: Bool { linesRecognised == 0 && eventsDelivered == 0 }
}
