import LinuxIO
import Testing

@testable import Systemd

@Suite struct ServiceManagerTests {
  @Test func assignmentsOfSdNotify() {
    #expect(ServiceManager.State.ready.assignments == "READY=1")
    #expect(ServiceManager.State.stopping.assignments == "STOPPING=1")
    #expect(
      ServiceManager.State.reloading(monotonicMicroseconds: 12).assignments
        == "RELOADING=1\nMONOTONIC_USEC=12")
  }

  @Test func aStatusIsOneLine() {
    #expect(
      ServiceManager.State.status("a\nREADY=1\u{1B}[1m").assignments == "STATUS=a READY=1 [1m")
  }

  @Test func descriptorsAreKeptWhereTheManagerSaysSo() {
    func keeps(_ notifySocket: String?, _ store: String?) -> Bool {
      ServiceManager(notifySocket: notifySocket, store: store).keepsDescriptors
    }
    #expect(keeps("/run/systemd/notify", "8"))
    for store in [nil, "", "0", "-1", "many"] { #expect(!keeps("/run/systemd/notify", store)) }
    #expect(!keeps(nil, "8"))
    #expect(!keeps("", "8"))
  }

  @Test(arguments: [false, true])
  func messagesAndDescriptorsReachTheManager(_ abstract: Bool) throws {
    let receiver = try DatagramReceiver(abstract: abstract)
    let manager = ServiceManager(notifySocket: receiver.path, store: "8")
    #expect(manager.tell(.ready, .status("1 session")))
    #expect(receiver.next() == ("READY=1\nSTATUS=1 session", 0))
    try manager.keep(try File.open("/dev/null"), as: "spool")
    #expect(receiver.next() == ("FDSTORE=1\nFDPOLL=0\nFDNAME=spool", 1))
    try manager.forget("spool")
    #expect(receiver.next() == ("FDSTOREREMOVE=1\nFDNAME=spool", 0))
  }

  @Test func aManagerThatDoesNotReadKeepsNobodyWaiting() throws {
    let receiver = try DatagramReceiver()
    let manager = ServiceManager(notifySocket: receiver.path, store: nil)
    var count = 0
    while count < 10_000 && manager.tell(.status("\(count)")) { count += 1 }
    #expect(count > 0 && count < 10_000)
    #expect(receiver.next().text == "STATUS=0")
    #expect(manager.tell(.status("again")))
  }

  @Test func noManagerIsNoReasonToStop() throws {
    #expect(ServiceManager(notifySocket: nil, store: nil).tell(.ready))
    for address in ["/nonexistent/notify", "@nonexistent", "nonsense", "@"] {
      #expect(ServiceManager(notifySocket: address, store: "8").tell(.ready))
      #expect(throws: SystemError.self) {
        try ServiceManager(notifySocket: address, store: "8").forget("spool")
      }
    }
  }
}
