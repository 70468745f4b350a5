import AuditCore
import Configuration
import LinuxIO
import Testing

@testable import AuditDaemon

/// The web over a real socket.
@Suite struct WebServiceTests {
  private func fixture() throws -> DaemonFixture { try DaemonFixture(web: "web") }

  private func client(_ fixture: DaemonFixture) throws -> TestClient {
    try TestClient("\(fixture.folderPath)/web")
  }

  private func get(_ path: String, _ fixture: DaemonFixture) throws -> String {
    let client = try client(fixture)
    try fixture.send(
      "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", from: client)
    try fixture.run(until: "the answer to \(path)") {
      try client.read()
      return client.isClosed
    }
    return client.received
  }

  private let leak = """
    {"v":1,"event":"hello","process":"Chat","pid":1,"session":"a"}
    {"event":"begin","t":1595421001,"id":1}
    {"event":"begin","t":1595421002,"id":2}
    {"event":"end","t":1595421003,"id":9}

    """

  @Test func answersWhatItIsAsked() throws {
    let fixture = try fixture()
    try fixture.send(leak, from: try fixture.ingestClient())
    let health = try get("/healthz", fixture)
    #expect(health.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(health.hasSuffix("{\"status\":\"ok\",\"reasons\":[]}\n"))
    #expect(health.contains("X-Content-Type-Options: nosniff\r\n"))
    #expect(health.contains("frame-ancestors 'none'\r\n"))
    #expect(try get("/metrics", fixture).contains("\nbgtaskd_tasks_outstanding 2\n"))
    #expect(try get("/api/v1/status", fixture).contains("1 session, 2 outstanding"))
    #expect(try get("/api/v1/status", fixture).contains("\"web\":[\"\(fixture.folderPath)/web\"]"))
    #expect(try get("/api/v1/sessions", fixture).contains("\"outstandingCount\":2"))
    let first = try get("/api/v1/outstanding?limit=1", fixture)
    #expect(first.contains("\"task\":1") && first.hasSuffix("],\"next\":1,\"total\":2}\n"))
    let second = try get("/api/v1/outstanding?limit=1&skip=1", fixture)
    #expect(second.contains("\"task\":2") && second.hasSuffix("],\"next\":null,\"total\":2}\n"))
    #expect(try get("/api/v1/findings?rule=unknown-end", fixture).contains("\"total\":1"))
    #expect(try get("/api/v1/sessions/0", fixture).contains("\"session\":\"a\""))
    #expect(try get("/api/v1/sessions/1", fixture).contains("404 Not Found"))
    // The history is kept where it is shown.
    #expect(try get("/api/v1/page", fixture).contains("\"id\":\"2\",\"fate\":\"open\""))
    #expect(try get("/", fixture).contains("<script src=\"assets/live.js\"></script>"))
    #expect(try get("/assets/page.css", fixture).contains("Content-Type: text/css"))
  }

  @Test func refusesInWords() throws {
    let fixture = try fixture()
    let client = try client(fixture)
    try fixture.send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc", from: client)
    try fixture.run(until: "the refusal") {
      try client.read()
      return client.isClosed
    }
    #expect(client.received.hasPrefix("HTTP/1.1 405 "))
    #expect(client.received.contains("Content-Type: application/problem+json"))
    #expect(client.received.contains("Allow: GET, HEAD"))
    #expect(!client.received.contains("HTTP/1.1 400"))
  }

  @Test func requestsMayComeInARowAndInPieces() throws {
    let fixture = try fixture()
    let client = try client(fixture)
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try fixture.send(request + request + String(request.prefix(20)), from: client)
    try fixture.run(until: "two answers") {
      try client.read()
      return client.received.components("HTTP/1.1 200") == 2
    }
    try fixture.settle()
    try client.read()
    #expect(client.received.components("HTTP/1.1 200") == 2)
    try fixture.send(String(request.dropFirst(20)), from: client)
    try fixture.run(until: "the third") {
      try client.read()
      return client.received.components("HTTP/1.1 200") == 3
    }
    #expect(!client.isClosed)
  }

  @Test func eventsComeWhenSomethingHappens() throws {
    let fixture = try fixture()
    let reader = try client(fixture)
    try fixture.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n", from: reader)
    try fixture.run(until: "the first event") {
      try reader.read()
      return reader.received.contains("event: change")
    }
    #expect(reader.received.contains("text/event-stream"))
    let ingest = try fixture.ingestClient()
    for id in 1...50 {
      try fixture.send(
        (id == 1 ? leak : "") + #"{"event":"begin","t":\#(1_595_421_010 + id),"id":\#(100 + id)}"#
          + "\n", from: ingest)
    }
    try fixture.run(until: "the last count") {
      try reader.read()
      return reader.received.contains("\"outstanding\":52")
    }
    // However many inputs there were.
    #expect(reader.received.components("event: change") <= 4)
    reader.close()
    try fixture.settle()
  }

  @Test func whoSaysNothingGivesWay() throws {
    let fixture = try DaemonFixture(web: "web") { $0.webClientsMax = 2 }
    let silent = try [client(fixture), client(fixture)]
    try fixture.settle()
    #expect(try get("/healthz", fixture).contains("200 OK"))
    try silent[0].read()
    try silent[1].read()
    #expect(silent[0].isClosed)
    #expect(!silent[1].isClosed)
  }

  @Test func streamsLeaveRoomForShortRequests() throws {
    let fixture = try DaemonFixture(web: "web") { $0.webClientsMax = 4 }
    var readers: [TestClient] = []
    for number in 1...6 {
      readers.append(try client(fixture))
      let reader = readers[number - 1]
      try fixture.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n", from: reader)
      try fixture.run(until: "event \(number)") {
        try reader.read()
        return reader.received.contains("event: change")
      }
      #expect(try get("/healthz", fixture).contains("200 OK"))
    }
    try fixture.settle()
    for reader in readers { try reader.read() }
    // Three of four; an end in order, which a page takes for the sign to ask again.
    #expect(
      readers.map { $0.received.hasSuffix("\r\n0\r\n\r\n") } == [
        true, true, true, false, false, false,
      ])
  }

  @Test func oneTooManyIsToldSo() throws {
    let fixture = try DaemonFixture(web: "web") { $0.webClientsMax = 1 }
    let reader = try client(fixture)
    try fixture.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n", from: reader)
    let refused = try get("/healthz", fixture)
    #expect(refused.hasPrefix("HTTP/1.1 503 "))
    let parts = refused.split(separator: "\r\n\r\n")
    #expect(parts.count == 2)
    #expect(refused.contains("Content-Length: \(parts.last?.utf8.count ?? 0)\r\n"))
  }

  @Test func hugeHeadersAreRefused() throws {
    let fixture = try fixture()
    let client = try client(fixture)
    let huge =
      "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 10 << 20))\r\n\r\n"
    try fixture.send(huge, from: client)
    try fixture.run(until: "the end") {
      try client.read()
      return client.isClosed
    }
    #expect(try get("/healthz", fixture).contains("200 OK"))
  }

  @Test func aDiskThatFailsIsNoHealth() throws {
    let fixture = try fixture()
    let context = fixture.daemon.context
    _ = context.keeper.condition.noteTrouble("disk full", details: "", at: context.arrival)
    let answer = try get("/healthz", fixture)
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    #expect(answer.contains("\"status\":\"failing\",\"reasons\":[\"state not kept since "))
    #expect(answer.contains(": disk full\"]}"))
    #expect(try get("/metrics", fixture).contains("\nbgtaskd_state_kept 0\n"))
  }

  @Test func withoutAPlaceThereIsNoWeb() throws {
    let fixture = try DaemonFixture()
    #expect(fixture.daemon.web == nil)
    #expect(fixture.daemon.auditor.configuration.history == nil)
  }
}

extension String {
  fileprivate func components(_ part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
