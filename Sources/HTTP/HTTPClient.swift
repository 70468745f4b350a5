/// One connection: what it has asked, and since when it is waited for.
@safe final class HTTPClient {
  let number: Int
  let connection: OpaquePointer
  let socket: Int32
  /// When it connected, was answered, or had taken its answer.
  private(set) var since: Int64
  /// The request's target as it was sent.
  var target = ""
  /// The request that is not met yet.
  var request: HTTPRequest?
  private var isAnswered = false
  /// What it is sent without end.
  var stream: HTTPStream?
  var isSuspended = false

  init(number: Int, connection: OpaquePointer, socket: Int32, since: Int64) {
    self.number = number
    unsafe self.connection = connection
    self.socket = socket
    self.since = since
  }

  /// No whole request of it is there.
  var isBetweenRequests: Bool { request == nil }

  func answered(at now: Int64) {
    isAnswered = true
    since = now
  }

  /// Its answer is taken, or never will be.
  func finish(at now: Int64) {
    target = ""
    request = nil
    isAnswered = false
    stream = nil
    since = now
  }

  func isTooSlow(at now: Int64, _ bounds: HTTPServer.Bounds) -> Bool {
    if let stream { return stream.unreadSince.map { now - $0 > bounds.answerPatience } ?? false }
    if isBetweenRequests { return now - since > bounds.requestPatience }
    // One that waits for its answer is not to blame.
    return isAnswered && now - since > bounds.answerPatience
  }
}
