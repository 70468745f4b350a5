import Configuration
import LinuxIO
import Systemd

/// Opens the daemon's sockets: those that the service manager passes, by name, else its own.
struct ListenerSet {
  /// What a socket is for; the raw value is its `FileDescriptorName=`.
  enum Purpose: String, CaseIterable { case ingest, control, web }

  /// A socket of its own: where, and who may connect.
  struct Place {
    var path: String
    var mode: UInt32
    var group: String?
  }

  private(set) var ingest: [Listener] = []
  private(set) var control: [Listener] = []
  private(set) var web: [Listener] = []
  /// Descriptors that were passed and fit nothing, for a message.
  private(set) var unknown: [String] = []

  var all: [Listener] { ingest + control + web }

  func paths(_ purpose: Purpose) -> [String] {
    switch purpose {
    case .ingest: ingest.map(\.path)
    case .control: control.map(\.path)
    case .web: web.map(\.path)
    }
  }

  /// Takes what is left of `inherited`; what fits nothing is closed. Without a place for the web there is
  /// none, unless its socket is inherited; `loopback` is one more. `listen` makes a listener for a socket
  /// and a purpose.
  init(
    inherited: Inheritance, places: [Purpose: Place], loopback: LoopbackAddress?, faults: Faults,
    listen: (Purpose, consuming ListeningSocket) throws(SystemError) -> Listener
  ) throws(SystemError) {
    var failure: SystemError?
    inherited.takeRest { inherited in
      do throws(SystemError) {
        try take(inherited, places: places, listen: listen)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    for purpose in Purpose.allCases where paths(purpose).isEmpty {
      guard let place = places[purpose] else { continue }
      let socket = try ListeningSocket(
        path: place.path, mode: place.mode, group: place.group, faults: faults)
      add(try listen(purpose, socket), for: purpose)
    }
    if let loopback, !paths(.web).contains("\(loopback)") {
      let socket = try ListeningSocket(loopback: loopback, faults: faults)
      add(try listen(.web, socket), for: .web)
    }
  }

  private mutating func take(
    _ inherited: consuming InheritedDescriptor, places: [Purpose: Place],
    listen: (Purpose, consuming ListeningSocket) throws(SystemError) -> Listener
  ) throws(SystemError) {
    let name = inherited.name
    let mayBeOfNetwork = name == Purpose.web.rawValue
    if !inherited.isListeningUnixStream && !(mayBeOfNetwork && inherited.isListeningLoopback) {
      unknown.append(
        mayBeOfNetwork
          ? "\(name) (neither a Unix stream socket nor one of TCP at a loopback address)"
          : "\(name) (no listening Unix stream socket)")
      return
    }
    let socket = try ListeningSocket(inherited: inherited.takeDescriptor())
    // A socket unit without FileDescriptorName= is known by its path.
    let path = socket.path
    let purpose =
      Purpose(rawValue: name) ?? Purpose.allCases.first { places[$0]?.path == path }
    guard let purpose else {
      unknown.append("\(name) (\(path))")
      return
    }
    add(try listen(purpose, socket), for: purpose)
  }

  private mutating func add(_ listener: Listener, for purpose: Purpose) {
    switch purpose {
    case .ingest: ingest.append(listener)
    case .control: control.append(listener)
    case .web: web.append(listener)
    }
  }
}
