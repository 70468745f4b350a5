import CSystemd
import Glibc
package import LinuxIO

/// A descriptor that the service manager passed, with its name.
package struct InheritedDescriptor: ~Copyable, Sendable {
  /// `FileDescriptorName=` of a socket unit, `FDNAME=` of what was kept; "unknown" where there is none.
  package let name: String
  package let descriptor: Descriptor

  package init(name: String, descriptor: consuming Descriptor) {
    self.name = name
    self.descriptor = descriptor
  }

  package consuming func takeDescriptor() -> Descriptor { descriptor }

  /// Whether it is a TCP socket that listens where only this machine can reach it.
  package var isListeningLoopback: Bool {
    sd_is_socket_inet(descriptor.number, 0, Int32(SOCK_STREAM.rawValue), 1, 0) > 0
      && LoopbackAddress(of: descriptor) != nil
  }

  /// Whether it is a Unix stream socket that listens: what logs and questions come over.
  package var isListeningUnixStream: Bool {
    sd_is_socket_unix(descriptor.number, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0
  }
}

/// What the service manager passed at this start, until its new owners take it: sockets that it made,
/// and descriptors that it kept since an earlier run.
package final class Inheritance {
  private final class Entry {
    let name: String
    var descriptor: Descriptor?

    init(_ inherited: consuming InheritedDescriptor) {
      name = inherited.name
      descriptor = inherited.takeDescriptor()
    }
  }

  private var entries: [Entry] = []

  /// Nothing.
  package init() {}

  /// What `LISTEN_FDS` tells of, once in the life of the process: the environment variables are
  /// removed, and a second one is empty. Kept descriptors come last first.
  package static func ofProcess() throws(SystemError) -> Inheritance {
    let all = Inheritance()
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = unsafe sd_listen_fds_with_names(1, &names)
    if count < 0 {
      throw SystemError(code: -count, operation: "take over", object: "inherited descriptors")
    }
    defer { unsafe free(names) }
    for index in 0..<Int(count) {
      var name = "unknown"
      if let text = unsafe names?[index] {
        name = unsafe String(cString: text)
        unsafe free(text)
      }
      let number = Int32(index) + 3  // SD_LISTEN_FDS_START
      all.add(InheritedDescriptor(name: name, descriptor: Descriptor(owning: number)))
    }
    return all
  }

  package func add(_ inherited: consuming InheritedDescriptor) { entries.append(Entry(inherited)) }

  /// The first that has this name; one name may be that of several.
  package func take(named name: String) -> Descriptor? {
    guard let index = entries.firstIndex(where: { $0.name == name }) else { return nil }
    return entries.remove(at: index).descriptor.take()
  }

  /// Whether something has this name and nobody has taken it yet.
  package func holds(_ name: String) -> Bool { entries.contains { $0.name == name } }

  /// All that nobody has taken, in the order in which they were passed.
  package func takeRest(_ take: (consuming InheritedDescriptor) -> Void) {
    let rest = entries
    entries = []
    for entry in rest {
      guard let descriptor = entry.descriptor.take() else { continue }
      take(InheritedDescriptor(name: entry.name, descriptor: descriptor))
    }
  }
}
