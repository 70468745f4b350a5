import AuditCore
import HTTP

/// Which requests are answered at all. A browser sends what any page tells it to: pages of other sites must
/// learn nothing, not even by a name of theirs that leads to this machine (DNS rebinding).
enum WebGuard {
  /// Why the request is refused; nil if it is not. `names` are those that the configuration adds.
  static func problem(_ request: HTTPRequest, names: [String]) -> WebProblem? {
    if request.target.utf8.count > Limits.webTargetBytesMax {
      return WebProblem(414, "a target has at most \(Limits.webTargetBytesMax) bytes here")
    }
    if request.method != "GET" && request.method != "HEAD" {
      return WebProblem(
        405,
        "\(Escaping.visible(request.method)): only GET and HEAD are known, for nothing can be changed"
      )
    }
    if request.hasBody { return WebProblem(413, "a request here has no body") }
    return host(request, names: names) ?? origin(request)
  }

  private static func host(_ request: HTTPRequest, names: [String]) -> WebProblem? {
    let hosts = request.values(of: "host")
    guard let host = hosts.first, hosts.count == 1, !host.isEmpty else {
      return WebProblem(400, "Host: there has to be exactly one")
    }
    // To Unix sockets as well, for they are forwarded to ports.
    if isOwn(name(of: host), names: names) { return nil }
    return WebProblem(
      421,
      "Host: \(Escaping.visible(host)): neither localhost, nor a loopback address, nor a HostName= of "
        + "the configuration")
  }

  private static func isOwn(_ name: String, names: [String]) -> Bool {
    if ["localhost", "[::1]"].contains(name) { return true }
    if names.contains(where: { $0.lowercased() == name }) { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Without the port, in lower case.
  private static func name(of host: String) -> String {
    let host = host.lowercased()
    guard let colon = host.utf8.lastIndex(of: 0x3A) else { return host }
    let port = host[host.utf8.index(after: colon)...]
    return port.utf8.allSatisfy { (0x30...0x39).contains($0) } ? String(host[..<colon]) : host
  }

  private static func origin(_ request: HTTPRequest) -> WebProblem? {
    let host = request.values(of: "host").first?.lowercased() ?? ""
    for origin in request.values(of: "origin")
    where !["http://\(host)", "https://\(host)"].contains(origin.lowercased()) {
      return WebProblem(403, "Origin: \(Escaping.visible(origin)): another site")
    }
    for site in request.values(of: "sec-fetch-site")
    where !["same-origin", "none"].contains(site.lowercased()) {
      return WebProblem(403, "Sec-Fetch-Site: \(Escaping.visible(site)): asked for by another site")
    }
    return nil
  }
}
