import CSystemd
import Glibc
import LinuxIO

/// The descriptors of one priority, waited for together, their closures run a few in a turn of the loop.
///
/// An epoll set within the loop's own. sd-event asks the kernel for all that is ready, runs one source, and
/// asks anew: 8,000 clients with something to say took 30 s. Here a turn takes the next `turnMax` of those
/// that are ready, and the kernel puts who is ready still behind the others.
@safe final class ReadinessSet {
  /// Closures run before the loop looks at its other sources.
  static let turnMax = 16

  /// One descriptor in the set.
  final class Member {
    let number: Int32
    let run: (IOReadiness) -> Void
    /// nil while it is stopped.
    fileprivate(set) var waitedFor: IOReadiness?

    init(number: Int32, run: @escaping (IOReadiness) -> Void) {
      self.number = number
      self.run = run
    }
  }

  private let descriptor: Descriptor
  private let faults: Faults
  private var source: EventSource?
  /// By a number of their own: what is ready may be about a descriptor that is another by now.
  private var members: [UInt64: Member] = [:]
  private var membersEver: UInt64 = 0
  private var ready = unsafe [epoll_event](repeating: epoll_event(), count: turnMax)

  init(_ loop: EventLoop, _ priority: EventLoop.Priority) throws(SystemError) {
    faults = loop.faults
    let injected = faults.code(for: .watch)
    let number = injected == nil ? epoll_create1(Int32(EPOLL_CLOEXEC)) : -1
    if number < 0 {
      throw SystemError(
        code: injected ?? errno, operation: "make", object: "set of descriptors")
    }
    descriptor = Descriptor(owning: number)
    let handler: () -> Void = { [unowned self] in turn() }
    unsafe source = try EventSource(handler, in: loop, priority: priority, object: "descriptors") {
      created, box in
      unsafe sd_event_add_io(
        loop.event, created, number, EPOLLIN.rawValue,
        { _, _, _, data in
          if let run = unsafe closure(data, as: (() -> Void).self) { run() }
          return 0
        }, box)
    }
  }

  // The loop must forget the set before its number can belong to somebody else.
  deinit { source = nil }

  /// Returns the number to name the member by.
  func add(_ member: Member, for readiness: IOReadiness) throws(SystemError) -> UInt64 {
    membersEver += 1
    let injected = faults.code(for: .watch)
    if injected != nil || !control(EPOLL_CTL_ADD, member, membersEver, readiness) {
      throw SystemError(
        code: injected ?? errno, operation: "wait for", object: "descriptor \(member.number)")
    }
    member.waitedFor = readiness
    members[membersEver] = member
    return membersEver
  }

  func remove(_ id: UInt64) {
    guard let member = members.removeValue(forKey: id), member.waitedFor != nil else { return }
    _ = control(EPOLL_CTL_DEL, member, id, [])
  }

  /// nil stops the member.
  func wait(for readiness: IOReadiness?, _ id: UInt64) {
    guard let member = members[id], member.waitedFor != readiness else { return }
    let operation =
      member.waitedFor == nil ? EPOLL_CTL_ADD : readiness == nil ? EPOLL_CTL_DEL : EPOLL_CTL_MOD
    _ = control(operation, member, id, readiness ?? [])
    member.waitedFor = readiness
  }

  private func control(
    _ operation: Int32, _ member: Member, _ id: UInt64, _ readiness: IOReadiness
  ) -> Bool {
    var event = unsafe epoll_event()
    unsafe event.events = readiness.rawValue
    unsafe event.data.u64 = id
    return unsafe epoll_ctl(descriptor.number, operation, member.number, &event) == 0
  }

  private func turn() {
    let count = unsafe ready.withUnsafeMutableBufferPointer {
      unsafe epoll_wait(descriptor.number, $0.baseAddress, Int32($0.count), 0)
    }
    for index in 0..<Int(max(0, count)) {
      let id = unsafe ready[index].data.u64
      // A closure that ran before in this turn may have removed, stopped or changed this one.
      guard let member = members[id], let waitedFor = member.waitedFor else { continue }
      let readiness = unsafe IOReadiness(rawValue: ready[index].events)
        .intersection(waitedFor.union([.hangUp, .error]))
      if !readiness.isEmpty { member.run(readiness) }
    }
  }
}
