import CMicrohttpd
import Glibc
package import LinuxIO
package import Systemd

/// libmicrohttpd in an event loop: it reads requests and writes answers, without a thread and without a
/// socket of its own. Clients are given to it with `take`.
///
/// Times are microseconds of the clock that `now` reads.
@safe package final class HTTPServer {
  /// What one request may cost, and what all together may.
  package struct Bounds: Sendable {
    /// Connections open at once. Of more, the one that has said nothing for longest gives way.
    package var clientsMax = 64
    /// Those of them that are sent events. Of more, the oldest ends, so that there is room for short requests.
    var streamsMax: Int { max(1, clientsMax * 3 / 4) }
    /// Memory for one request's line and headers, and for what is being sent of its answer.
    package var requestBytesMax = 32 << 10
    /// For the whole of a request to come, from the connection or the answer before it.
    package var requestPatience: Int64 = 20_000_000
    /// For a whole answer to be taken; for one event of a stream.
    package var answerPatience: Int64 = 60_000_000
    package init() {}
  }

  /// What becomes of a request.
  package enum Outcome {
    case respond(HTTPResponse)
    /// An answer without end; `announce` adds to it.
    case stream(HTTPResponseHead, first: [UInt8])
    /// It is asked again after `resumeWaiting`.
    case wait
  }

  /// Looks at the clients' patience so often.
  private static let sweepEvery: Int64 = 5_000_000

  private let loop: EventLoop
  private let bounds: Bounds
  private let now: () -> Int64
  private var server: OpaquePointer?
  private var source: ReadinessSource?
  private var timer: TimeSource?
  private var sweepTimer: TimeSource?
  /// By the address of the library's connection.
  private var clients: [UInt: HTTPClient] = [:]
  private var clientsEver = 0
  private var isRunning = false
  private var hasWoken = false

  /// Asked for each request once its headers are there; never twice for one unless it has to wait.
  package var answer: (HTTPRequest) -> Outcome = { _ in .wait }
  /// A connection is gone, so a descriptor is free again.
  package var clientLeft: () -> Void = {}

  package init(_ loop: EventLoop, bounds: Bounds, now: @escaping () -> Int64) throws(SystemError) {
    self.loop = loop
    self.bounds = bounds
    self.now = now
    timer = try TimeSource(loop, clock: .boottime) { [unowned self] in run() }
    sweepTimer = try TimeSource(loop, clock: .boottime) { [unowned self] in sweep() }
    let started = unsafe cmicrohttpd_start(
      UInt32(bounds.clientsMax), bounds.requestBytesMax,
      UInt32(clamping: bounds.answerPatience / 1_000_000),
      Unmanaged.passUnretained(self).toOpaque(),
      { data, connection, _, method, _, _, _, _ in
        unsafe HTTPServer.at(data).asked(connection, method)
      },
      { data, connection, _, change in
        unsafe HTTPServer.at(data).changed(connection, change)
      },
      { data, target, connection in
        unsafe HTTPServer.at(data).began(connection, target)
        return nil
      },
      { data, connection, _, _ in unsafe HTTPServer.at(data).completed(connection) })
    guard let started = unsafe started else {
      throw SystemError(code: ENOMEM, operation: "make", object: "web server")
    }
    unsafe server = started
    source = try ReadinessSource(loop, number: unsafe cmicrohttpd_epoll(started), for: .readable) {
      [unowned self] _ in run()
    }
  }

  deinit { close() }

  /// Open connections.
  package var clientCount: Int { clients.count }

  /// Those that are sent events.
  package var streamCount: Int { clients.values.count { $0.stream != nil } }

  /// Takes over a client's connection. False if it had to be refused, which it was told.
  @discardableResult
  package func take(_ descriptor: consuming Descriptor, isOfNetwork: Bool) -> Bool {
    if clients.count >= bounds.clientsMax { letOneGo() }
    guard let server = unsafe server, clients.count < bounds.clientsMax else {
      _ = try? descriptor.write(HTTPResponseHead.tooManyClients, object: "web client")
      return false
    }
    let number = descriptor.release()
    var address = sockaddr()
    address.sa_family = sa_family_t(isOfNetwork ? AF_INET : AF_UNIX)
    // It closes the socket itself where it cannot take it.
    let size = socklen_t(MemoryLayout<sockaddr>.size)
    if unsafe MHD_add_connection(server, number, &address, size) != .YES { return false }
    run()
    return true
  }

  /// Sends an event to all streams. Of several that a client has not taken yet it gets the newest.
  package func announce(_ event: [UInt8]) {
    let now = now()
    for client in clients.values {
      guard let stream = client.stream else { continue }
      stream.put(event, at: now)
      wake(client)
    }
    run()
  }

  /// Requests that were told to wait are asked about again.
  package func resumeWaiting() {
    for client in clients.values where client.stream == nil { wake(client) }
    run()
  }

  /// Ends all connections. No more can come.
  package func close() {
    guard let server = unsafe server else { return }
    source = nil
    for client in clients.values { wake(client) }
    unsafe MHD_stop_daemon(server)
    unsafe self.server = nil
    clients = [:]
  }

  // MARK: The turn of the loop

  private func run() {
    guard let server = unsafe server, !isRunning else { return }
    isRunning = true
    // What is resumed while the library runs is looked at when it runs next, of which it tells nobody.
    repeat {
      hasWoken = false
      unsafe _ = MHD_run(server)
    } while hasWoken
    isRunning = false
    var milliseconds: UInt64 = 0
    if unsafe MHD_get_timeout(server, &milliseconds) == .YES {
      timer?.arm(at: now() + Int64(clamping: min(milliseconds, 60_000)) * 1000)
    } else {
      timer?.disarm()
    }
    if !clients.isEmpty { sweepTimer?.arm(at: nextSweep) }
  }

  private var nextSweepAt: Int64 = 0
  private var nextSweep: Int64 {
    if nextSweepAt == 0 { nextSweepAt = now() + Self.sweepEvery }
    return nextSweepAt
  }

  /// Ends connections whose clients are too slow.
  private func sweep() {
    nextSweepAt = 0
    let now = now()
    for client in clients.values where client.isTooSlow(at: now, bounds) { cut(client) }
    run()
  }

  private func letOneGo() {
    let idle = clients.values.filter { $0.isBetweenRequests }
    if let client = idle.min(by: { ($0.since, $0.number) < ($1.since, $1.number) }) {
      cut(client)
      run()
    }
  }

  /// A page that is still there opens another.
  private func endOldestStream() {
    let streams = clients.values.filter { $0.stream != nil }
    guard let client = streams.min(by: { $0.number < $1.number }) else { return }
    client.stream?.end()
    wake(client)
  }

  private func cut(_ client: HTTPClient) {
    _ = shutdown(client.socket, Int32(SHUT_RDWR))
    wake(client)
  }

  private func wake(_ client: HTTPClient) {
    if !client.isSuspended { return }
    client.isSuspended = false
    hasWoken = true
    unsafe MHD_resume_connection(client.connection)
  }

  // MARK: What the library calls

  private static func at(_ data: UnsafeMutableRawPointer?) -> HTTPServer {
    guard let data = unsafe data else { preconditionFailure("libmicrohttpd lost its server") }
    return unsafe Unmanaged<HTTPServer>.fromOpaque(data).takeUnretainedValue()
  }

  private func changed(_ connection: OpaquePointer?, _ change: MHD_ConnectionNotificationCode) {
    guard let connection = unsafe connection else { return }
    let key = UInt(bitPattern: connection)
    if change == .CONNECTION_NOTIFY_STARTED {
      clientsEver += 1
      let socket = unsafe cmicrohttpd_socket(connection)
      clients[key] = unsafe HTTPClient(
        number: clientsEver, connection: connection, socket: socket, since: now())
    } else {
      clients[key] = nil
      clientLeft()
    }
  }

  private func began(_ connection: OpaquePointer?, _ target: UnsafePointer<CChar>?) {
    guard let client = unsafe client(of: connection), let target = unsafe target else { return }
    client.target = unsafe String(cString: target)
  }

  private func completed(_ connection: OpaquePointer?) {
    unsafe client(of: connection)?.finish(at: now())
  }

  private func client(of connection: OpaquePointer?) -> HTTPClient? {
    clients[UInt(bitPattern: connection)]
  }

  private func asked(
    _ connection: OpaquePointer?, _ method: UnsafePointer<CChar>?
  ) -> MHD_Result {
    guard let client = unsafe client(of: connection), let connection = unsafe connection,
      let method = unsafe method
    else { return .NO }
    guard let request = client.request else {
      let request = unsafe HTTPRequest(
        method: String(cString: method), target: client.target,
        headers: HTTPHeaders.read(connection))
      client.request = request
      // The library closes the connection after an answer that is given here, before the end of the request:
      // right where a body follows, which nobody reads.
      return request.hasBody ? unsafe self.answer(request, of: client, connection) : .YES
    }
    return unsafe self.answer(request, of: client, connection)
  }

  private func answer(
    _ request: HTTPRequest, of client: HTTPClient, _ connection: OpaquePointer
  ) -> MHD_Result {
    switch answer(request) {
    case .respond(let response):
      client.answered(at: now())
      return unsafe MHD_queue_response(connection, response.head.status, response.pointer)
    case .stream(let head, let first):
      if streamCount >= bounds.streamsMax { endOldestStream() }
      let stream = HTTPStream(first, at: now()) { [unowned client] in
        client.isSuspended = true
        unsafe MHD_suspend_connection(client.connection)
      }
      client.answered(at: now())
      client.stream = stream
      guard let response = HTTPResponse(head, stream: stream) else { return .NO }
      return unsafe MHD_queue_response(connection, head.status, response.pointer)
    case .wait:
      client.isSuspended = true
      unsafe MHD_suspend_connection(connection)
      return .YES
    }
  }
}
