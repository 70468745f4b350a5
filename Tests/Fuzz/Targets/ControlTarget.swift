@testable import AuditCore

/// The control socket: a request is answered by what its format promises, or refused in one line.
enum ControlTarget {
  static let target = FuzzTarget(name: "control", run: run) { _ in
    ControlRequest.Verb.allCases.flatMap { verb in
      ControlRequest.Format.allCases.map { format in
        let style = TextStyle(width: 77, colour: true, all: true)
        return ControlRequest(verb, findingID: "3", format: format, style: style).line
      }
    }
  }

  private static let log = """
    2020-07-22 14:03:20.123 Chat[41:1a2b] enter beginBackgroundTaskWithExpirationHandler:1
    2020-07-22 14:03:20.130 Chat[41:1a2b] enter beginBackgroundTaskWithExpirationHandler:4
    2020-07-22 14:03:20.140 Chat[41:1a2b] enter endBackgroundTask:4
    2020-07-22 14:03:20.150 Chat[41:1a2b] enter endBackgroundTask:0
    2020-07-22 14:05:20.150 Chat[41:1a2b] BGT begin id=9 name="\u{1B}[2J\u{202E}" handler=0

    """

  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let line = input.rest()
    let request: ControlRequest
    do throws(ControlRequest.Problem) {
      request = try ControlRequest.parse(line.span)
    } catch {
      return try Output.requireJSON(ControlReply.refusal(error), isLine: true)
    }
    try require(isReadBack(request), "another request after it was written and read")
    let auditor = Auditor()
    var decoder = StreamDecoder(source: auditor.open(SourceInfo(name: "client 1")))
    decoder.consume(log.utf8.span, into: auditor)
    try check(ControlReply.make(for: request, auditor: auditor, status: status), request)
    for change in auditor.takeChanges() {
      let told = ControlReply.change(change, for: request)
      try check(body: told, request)
      if request.format == .json { try Output.requireJSON(told, isLine: true) }
    }
  }

  private static func isReadBack(_ request: ControlRequest) -> Bool {
    let line = request.line
    return (try? ControlRequest.parse(line.span)) == request
  }

  private static func check(
    _ answer: [UInt8], _ request: ControlRequest
  ) throws(BrokenProperty) {
    let end = answer.firstIndex(of: 0x0A) ?? answer.count
    let header = Array(answer[..<end])
    let body = Array(answer[end...].dropFirst())
    try Output.requireJSON(header + [0x0A], isLine: true)
    switch ServerLine(header.span) {
    case .accepted(let bytes):
      if let bytes { try require(UInt64(body.count) == bytes, "not as many bytes as announced") }
      try check(body: body, request)
    case .refused: try require(body.isEmpty, "a body after a refusal")
    case .acknowledged, .rejected, nil: throw BrokenProperty(description: "no header")
    }
  }

  private static func check(
    body: [UInt8], _ request: ControlRequest
  ) throws(BrokenProperty) {
    if body.isEmpty { return }
    switch request.format {
    case .json: try Output.requireJSON(body)
    case .text: try Output.requireSafe(body, colour: request.style.colour)
    }
  }

  private static let status = DaemonStatus(
    version: "1", started: Stamp(instant: Instant(microseconds: 0)), uptime: 1, clients: 1,
    lines: 1, events: 1, skipped: 0, unreadable: 0, journal: true, state: "kept",
    configurationPath: nil, statusLine: "1 session")
}
