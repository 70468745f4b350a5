import AuditCore

/// Why a request is not met, as RFC 9457 writes it (`application/problem+json`).
struct WebProblem: Error, Hashable {
  var status: Int
  /// Names what is wrong with the request.
  var detail: String

  init(_ status: Int, _ detail: String) {
    self.status = status
    self.detail = detail
  }

  var title: String {
    switch status {
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 421: "Misdirected Request"
    default: "Service Unavailable"
    }
  }

  var body: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("title", title)
      json.member("status", status)
      json.member("detail", detail)
    }
    return json.bytes + [0x0A]
  }
}
