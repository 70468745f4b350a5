import LinuxIO
import Testing

/// Addresses that only this machine can reach.
@Suite struct LoopbackAddressTests {
  @Test(arguments: ["127.0.0.1:8123", "127.255.0.9:1", "[::1]:65535"])
  func readsWhatItWrites(_ text: String) throws {
    #expect(try #require(LoopbackAddress(text)).description == text)
  }

  @Test(arguments: [
    "0.0.0.0:80", "192.168.1.1:80", "[::]:80", "[::ffff:127.0.0.1]:80", "::1:80", "localhost:80",
    "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:+80", "127.1:80",
    "127.0.0.256:80", "127.0.0.:80", "127.0.0.1.1:80", "", ":80", "128.0.0.1:80",
  ])
  func refusesOthers(_ text: String) { #expect(LoopbackAddress(text) == nil) }

  @Test func aSocketTellsItsAddress() throws {
    var bound: LoopbackAddress?
    for port in 18123..<18223 where bound == nil {
      for host in ["127.0.0.1", "[::1]"] {
        let address = try #require(LoopbackAddress("\(host):\(port)"))
        guard let socket = try? ListeningSocket(loopback: address) else { continue }
        bound = LoopbackAddress(of: socket.descriptor)
        #expect(bound == address)
        let (isOfNetwork, isOwn) = (socket.isOfNetwork, socket.isOwn)
        #expect(isOfNetwork && !isOwn)
      }
    }
    #expect(bound != nil)
  }
}
