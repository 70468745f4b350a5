import AuditCore
import Configuration
import HTTP
import LinuxIO
import Systemd

/// The live page, the API and the metrics: one answer for all who ask the same, and events that say when
/// to ask anew.
final class WebService {
  /// However much happens, streams are told no more often; and so often where only time passes.
  private static let eventEvery: Microseconds = .milliseconds(500)
  private static let tickEvery: Microseconds = .seconds(5)
  /// While nothing happens at all, so that a client that is gone is noticed.
  private static let commentEvery: Microseconds = .seconds(15)
  /// Answers that are not taken: looks again for room after this.
  private static let roomEvery: Microseconds = .milliseconds(250)

  private let context: DaemonContext
  private let source: WebSource
  private let server: HTTPServer
  private let ledger = HTTPLedger()
  private var cache = WebCache()
  private var pace = AnswerPace()
  private var mark = WebMark()
  private var generation: UInt64 = 1
  private var toldGeneration: UInt64 = 0
  private var toldAt = Instant(microseconds: .min / 2)
  private var alarm: TimeSource?
  private var beat: TimeSource?

  var clientCount: Int { server.clientCount }

  init(_ context: DaemonContext, _ source: WebSource) throws(SystemError) {
    self.context = context
    self.source = source
    var bounds = HTTPServer.Bounds()
    bounds.clientsMax = context.settings.webClientsMax
    bounds.requestBytesMax = Limits.webRequestBytesMax
    server = try HTTPServer(context.loop, bounds: bounds) { Clock.boottime.now() }
    server.answer = { [unowned self] in answer($0) }
    server.clientLeft = { [unowned self] in self.context.clientLeft() }
    alarm = try TimeSource(context.loop, clock: .boottime) { [unowned self] in
      server.resumeWaiting()
    }
    beat = try TimeSource(context.loop, clock: .boottime) { [unowned self] in tell() }
  }

  // Whoever is told of clients that leave may be gone already.
  deinit {
    server.clientLeft = {}
    server.close()
  }

  func accept(_ client: consuming Descriptor, isOfNetwork: Bool) {
    server.take(client, isOfNetwork: isOfNetwork)
  }

  /// Something may have happened.
  func look() {
    let now = WebMark(context.auditor)
    if now == mark { return }
    mark = now
    generation += 1
    if server.streamCount > 0 { armBeat() }
  }

  func close() { server.close() }

  // MARK: Answers

  private func answer(_ request: HTTPRequest) -> HTTPServer.Outcome {
    if let problem = WebGuard.problem(request, names: context.settings.webHostNames) {
      return respond(.problem(problem))
    }
    let route: WebRoute
    do throws(WebProblem) {
      route = try WebRoute(try WebTarget(request.target))
    } catch {
      return respond(.problem(error))
    }
    if route == .events { return stream(isHead: request.method == "HEAD") }
    let began = context.now
    if let response = cache.find(route, generation: generation, at: began) {
      return .respond(response)
    }
    // Whoever asks for a thing that is not there asks again.
    if !pace.mayAnswer(at: began) { return wait(until: pace.restsUntil ?? began) }
    if ledger.bytes >= Limits.webAnswersBytesMax {
      cache.removeAll()
      if ledger.bytes >= Limits.webAnswersBytesMax { return wait(until: began + Self.roomEvery) }
    }
    return make(route, at: began)
  }

  private func make(_ route: WebRoute, at began: Instant) -> HTTPServer.Outcome {
    // Ages are those of now, not of the last event.
    context.keeper.advance(to: began)
    let made = source.answer(route)
    let ended = context.now
    pace.noteAnswer(began: began, ended: ended)
    guard let response = HTTPResponse(made.head, body: made.body, ledger: ledger) else {
      return wait(until: ended + Self.roomEvery)
    }
    if made.status == 200 {
      cache.keep(response, for: route, generation: generation, at: ended, took: ended - began)
    }
    return .respond(response)
  }

  private func respond(_ answer: WebAnswer) -> HTTPServer.Outcome {
    guard let response = HTTPResponse(answer.head, body: answer.body, ledger: ledger) else {
      return wait(until: context.now + Self.roomEvery)
    }
    return .respond(response)
  }

  private func wait(until time: Instant) -> HTTPServer.Outcome {
    alarm?.arm(at: time.microseconds)
    return .wait
  }

  // MARK: Events

  private func stream(isHead: Bool) -> HTTPServer.Outcome {
    if isHead { return respond(WebAnswer(type: "text/event-stream", body: [])) }
    let head = WebAnswer.head(status: 200, type: "text/event-stream")
    if server.streamCount == 0 {
      toldGeneration = generation
      toldAt = context.now
    }
    armBeat()
    return .stream(head, first: Array("retry: 2000\n".utf8) + event)
  }

  private var event: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("generation", generation)
      json.member("lines", context.auditor.lines)
      json.member("events", context.auditor.events)
      json.member("sessions", context.auditor.sessionCount)
      json.member("outstanding", context.auditor.outstandingCount)
      json.member("leaking", context.auditor.leakingCount)
    }
    return Array("id: \(generation)\nevent: change\ndata: ".utf8) + json.bytes + [0x0A, 0x0A]
  }

  private func armBeat() {
    let pause =
      generation != toldGeneration
      ? Self.eventEvery
      : context.auditor.outstandingCount > 0 ? Self.tickEvery : Self.commentEvery
    beat?.arm(at: max(toldAt + pause, context.now).microseconds)
  }

  private func tell() {
    if server.streamCount == 0 { return }
    let isChanged = generation != toldGeneration || context.auditor.outstandingCount > 0
    toldGeneration = generation
    toldAt = context.now
    server.announce(isChanged ? event : Array(":\n\n".utf8))
    armBeat()
  }
}

/// What differs if anything has happened that is shown.
struct WebMark: Hashable {
  private var counts: [Int] = []

  init() {}

  init(_ auditor: Auditor) {
    counts = [
      auditor.lines, auditor.events, auditor.skippedLines, auditor.unreadableEvents,
      auditor.sessionCount, auditor.outstandingCount, auditor.leakingCount,
    ]
  }
}
