import AuditCore
import HTTP
import Testing

@testable import AuditDaemon

/// Which requests are answered at all.
@Suite struct WebGuardTests {
  private func request(
    _ method: String = "GET", _ target: String = "/",
    _ headers: [(name: String, value: String)] = [("Host", "localhost:8123")]
  ) -> HTTPRequest {
    HTTPRequest(method: method, target: target, headers: headers)
  }

  private func status(_ request: HTTPRequest) -> Int? {
    WebGuard.problem(request, names: ["Lab.example"])?.status
  }

  @Test(arguments: [
    "localhost", "LocalHost:80", "127.0.0.1", "127.0.0.1:8123", "127.9.9.9", "[::1]", "[::1]:8123",
    "lab.example", "LAB.example:443",
  ])
  func namesOfThisMachineAreRight(_ host: String) {
    #expect(status(request("GET", "/", [("host", host)])) == nil)
  }

  @Test(arguments: [
    "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.256", "127.0.0",
    "localhost:80:80", "192.168.0.1", "[::2]", "127.0.0.1@evil.example", "localhost ", "xn--a",
  ])
  func otherNamesAreNot(_ host: String) {
    #expect(status(request("GET", "/", [("Host", host)])) == 421)
  }

  @Test func thereIsOneHost() {
    #expect(status(request("GET", "/", [])) == 400)
    #expect(status(request("GET", "/", [("Host", "")])) == 400)
    #expect(status(request("GET", "/", [("Host", "localhost"), ("HOST", "localhost")])) == 400)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", ""])
  func nothingButReading(_ method: String) {
    #expect(status(request(method)) == 405)
    #expect(status(request("HEAD")) == nil)
  }

  @Test func bodiesAndLongTargetsAreRefused() {
    let host = ("Host", "localhost")
    #expect(status(request("GET", "/", [host, ("Content-Length", "5")])) == 413)
    #expect(status(request("GET", "/", [host, ("content-length", "0")])) == nil)
    #expect(status(request("GET", "/", [host, ("Transfer-Encoding", "chunked")])) == 413)
    #expect(status(request("GET", "/" + String(repeating: "a", count: 2047))) == nil)
    #expect(status(request("GET", "/" + String(repeating: "a", count: 2048))) == 414)
  }

  @Test(arguments: [
    ("http://localhost:8123", nil), ("http://LOCALHOST:8123", nil), ("http://localhost", 403),
    ("http://localhost:9999", 403), ("http://evil.example", 403), ("null", 403), ("", 403),
  ])
  func onlyItsOwnPagesMayAsk(_ origin: String, _ expected: Int?) {
    let headers = [("Host", "localhost:8123"), ("Origin", origin)]
    #expect(status(request("GET", "/", headers)) == expected)
  }

  @Test(arguments: [
    ("same-origin", nil), ("none", nil), ("same-site", 403), ("cross-site", 403), ("", 403),
  ])
  func browsersSayWhoAsks(_ site: String, _ expected: Int?) {
    let headers = [("Host", "localhost:8123"), ("Sec-Fetch-Site", site)]
    #expect(status(request("GET", "/", headers)) == expected)
  }
}
