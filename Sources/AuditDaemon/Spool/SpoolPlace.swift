import LinuxIO
import Systemd

/// Where the memory for a spool comes from.
struct SpoolPlace {
  /// `FDNAME` of the spool with the service manager, and its file's name without one.
  static let name = "spool"

  let manager: ServiceManager
  /// The state directory.
  let directory: String
  let layout: SpoolLayout
  let faults: Faults

  /// Of what the service manager kept, `kept` is the last memory.
  func adopt(_ kept: consuming Descriptor) throws(SystemError) -> SharedMemory {
    try SharedMemory.adopting(kept, count: layout.count, faults: faults, object: Self.name)
  }

  /// A file where no service manager keeps descriptors, which may be there already.
  func make() throws(SystemError) -> SharedMemory {
    if !manager.keepsDescriptors {
      return try SharedMemory.file(
        "\(directory)/\(Self.name)", count: layout.count, faults: faults)
    }
    let memory = try SharedMemory.anonymous(Self.name, count: layout.count, faults: faults)
    try manager.keep(memory.descriptor, as: Self.name)
    return memory
  }
}
