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
    #expect(ServiceManager.keepsDescriptors(notifySocket: "/run/systemd/notify", store: "8"))
    for store in [nil, "", "0", "-1", "many"] {
      #expect(!ServiceManager.keepsDescriptors(notifySocket: "/run/systemd/notify", store: store))
    }
    #expect(!ServiceManager.keepsDescriptors(notifySocket: nil, store: "8"))
    #expect(!ServiceManager.keepsDescriptors(notifySocket: "", store: "8"))
  }
}
