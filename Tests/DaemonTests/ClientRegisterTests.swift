import LinuxIO
import Testing

@testable import AuditDaemon

@Suite struct ClientRegisterTests {
  @Test func remembersTheLatestGoneOnes() {
    var register = ClientRegister()
    for number in 0..<20_000 {
      register.add("\(number)", PeerCredentials(pid: Int32(number), uid: 0, gid: 0))
      if number > 0 { register.leave("\(number)") }
    }
    #expect(register["0"]?.pid == 0)
    #expect(register["19999"]?.pid == 19_999)
    #expect(register["1"] == nil)
    #expect(register.count <= 4098)
  }
}
