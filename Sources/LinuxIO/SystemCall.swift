/// The system calls that a test can make fail.
package enum SystemCall: Hashable, Sendable, CaseIterable {
  case open, read, write, send, accept, socket, bind, listen, connect
  case sendDescriptors, receiveDescriptors
  /// Shared memory, and the blocks of its file.
  case allocate, map
  /// What a file, socket or peer is.
  case examine
  /// Making a descriptor non-blocking; the mode and group of a file.
  case configure, permit
  case lock, remove
  /// Adding a source to the event loop.
  case watch
}

/// Asked before each system call; what it returns is taken for the call's errno.
///
/// The programs pass `.none`. A test passes a plan of its own to see what happens when descriptors
/// run out or a disk fails, which cannot be brought about at will.
package struct Faults: Sendable {
  private let plan: (@Sendable (SystemCall) -> Int32?)?

  /// No call is made to fail.
  package static let none = Faults(plan: nil)

  private init(plan: (@Sendable (SystemCall) -> Int32?)?) { self.plan = plan }

  /// `plan` returns the errno that the call is to fail with; nil lets the call happen.
  package init(_ plan: @escaping @Sendable (SystemCall) -> Int32?) { self.plan = plan }

  /// The errno that `call` must fail with now, if any.
  package func code(for call: SystemCall) -> Int32? { plan?(call) }
}
