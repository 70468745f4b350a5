import CMicrohttpd

/// Status and headers of an answer.
package struct HTTPResponseHead: Sendable {
  package var status: UInt32
  package var headers: [(name: String, value: String)]

  package init(status: UInt32, headers: [(name: String, value: String)]) {
    self.status = status
    self.headers = headers
  }

  /// For a client that cannot be taken at all; it has not asked anything yet.
  static let tooManyClients = Array(
    """
    HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r
    Content-Type: application/problem+json\r\nContent-Length: 68\r\n\r
    {"title":"too many clients","status":503,"detail":"try again later"}
    """.utf8)
}

/// An answer that any number of clients may be sent, its body in memory once.
@safe package final class HTTPResponse {
  package let head: HTTPResponseHead
  let pointer: OpaquePointer

  /// nil without memory for it. `ledger` counts its bytes until the last client has taken them.
  package init?(_ head: HTTPResponseHead, body: [UInt8], ledger: HTTPLedger) {
    let body = unsafe Unmanaged.passRetained(HTTPBody(body, ledger))
    let made = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
      body.takeUnretainedValue().count, body.takeUnretainedValue().bytes,
      { data in
        if let data = unsafe data { unsafe Unmanaged<HTTPBody>.fromOpaque(data).release() }
      }, body.toOpaque())
    guard let made = unsafe made else {
      unsafe body.release()
      return nil
    }
    unsafe pointer = made
    self.head = head
    addHeaders()
  }

  init?(_ head: HTTPResponseHead, stream: HTTPStream) {
    let stream = unsafe Unmanaged.passRetained(stream)
    let made = unsafe MHD_create_response_from_callback(
      UInt64.max, 4096,
      { data, _, buffer, count in
        guard let data = unsafe data, let buffer = unsafe buffer else { return -1 }
        return unsafe Unmanaged<HTTPStream>.fromOpaque(data).takeUnretainedValue()
          .fill(UnsafeMutableRawBufferPointer(start: buffer, count: count))
      }, stream.toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<HTTPStream>.fromOpaque(data).release() }
      })
    guard let made = unsafe made else {
      unsafe stream.release()
      return nil
    }
    unsafe pointer = made
    self.head = head
    addHeaders()
  }

  // Clients that are still being sent it keep it.
  deinit { unsafe MHD_destroy_response(pointer) }

  private func addHeaders() {
    for (name, value) in head.headers {
      unsafe _ = MHD_add_response_header(pointer, name, value)
    }
  }
}

/// Bytes of all answers that are kept or not yet taken.
package final class HTTPLedger {
  package fileprivate(set) var bytes = 0
  package init() {}
}

/// Memory that the library sends from.
@safe private final class HTTPBody {
  let bytes: UnsafeMutableRawPointer
  let count: Int
  private let ledger: HTTPLedger

  init(_ body: [UInt8], _ ledger: HTTPLedger) {
    count = body.count
    self.ledger = ledger
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 1)
    unsafe memory.copyBytes(from: body)
    guard let start = memory.baseAddress else {
      preconditionFailure("an allocation of one byte or more has an address")
    }
    unsafe bytes = start
    ledger.bytes += count
  }

  deinit {
    unsafe bytes.deallocate()
    ledger.bytes -= count
  }
}
