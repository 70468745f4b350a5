import Glibc
import LinuxIO
import Systemd
import Testing

@Suite struct InheritanceTests {
  private func inheritance(of names: [String]) throws -> Inheritance {
    let all = Inheritance()
    for name in names {
      all.add(InheritedDescriptor(name: name, descriptor: try File.open("/dev/null")))
    }
    return all
  }

  private func takes(_ name: String, _ all: Inheritance) -> Bool {
    switch all.take(named: name) {
    case .some: true
    case .none: false
    }
  }

  @Test func eachIsTakenOnce() throws {
    let all = try inheritance(of: ["ingest", "spool", "clients", "spool", "control"])
    #expect(!takes("none", all))
    #expect(takes("spool", all))
    #expect(takes("spool", all))
    #expect(!takes("spool", all))
    var rest: [String] = []
    all.takeRest { rest.append($0.name) }
    #expect(rest == ["ingest", "clients", "control"])
    all.takeRest { rest.append($0.name) }
    #expect(rest.count == 3)
  }

  @Test func onlyListeningStreamsCanBeServed() throws {
    let folder = try TemporaryFolder()
    let socket = try ListeningSocket(path: "\(folder.path)/s", mode: 0o600)
    let pair = try SocketPair()
    let file = try File.open("/dev/null")
    var served: [Bool] = []
    for number in [socket.descriptor.number, pair.left.number, file.number] {
      let copy = InheritedDescriptor(name: "ingest", descriptor: Descriptor(owning: dup(number)))
      served.append(copy.isListeningUnixStream)
    }
    #expect(served == [true, false, false])
  }
}
