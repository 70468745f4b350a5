package import LinuxIO

/// Connections of clients that outlive this program, each under a number: on a restart, and after a
/// crash too, the next run takes them back with what is unread in them.
///
/// They wait, as second copies, in a queue of descriptors whose two ends the service manager keeps. To
/// hand each to the manager itself would cost a message for every client that comes or goes, and a
/// minute of its time for ten thousand: it compares each descriptor it is given with all it has.
///
/// The copy keeps a connection open. Who closes one must shut it down first, or its peer never knows.
package final class KeptConnections {
  /// `FDNAME` of the queue's two ends.
  package static let entryName = "clients-entry"
  package static let exitName = "clients"
  /// Messages beyond those of a well packed queue, and entries of connections that have left beyond
  /// half of those that have not, before the queue is packed anew.
  private static let slack = 64

  private let queue: DescriptorQueue
  private let faults: Faults
  /// The owners' own descriptors.
  private var live: [UInt64: Int32] = [:]
  /// The numbers in each message of the queue, first in, first out; some have left.
  private var messages: [[UInt64]] = []
  private var entries = 0

  package var count: Int { live.count }

  /// Goes on with the queue among `inherited`, whose connections `takeBack` hands out and which it must
  /// do before any is added; else makes a queue and has `manager` keep it.
  package init(
    _ manager: ServiceManager, inherited: Inheritance, faults: Faults = .none
  ) throws(SystemError) {
    self.faults = faults
    let entry = inherited.take(named: Self.entryName)
    let exit = inherited.take(named: Self.exitName)
    // One end without the other is of no use.
    if let entry, let exit {
      queue = try DescriptorQueue(entry: entry, exit: exit)
      return
    }
    queue = try DescriptorQueue(faults: faults)
    for name in [Self.entryName, Self.exitName] { try manager.forget(name) }
    try manager.keep(queue.entry, as: Self.entryName)
    try manager.keep(queue.exit, as: Self.exitName)
  }

  /// Hands out every connection that was kept, each once, in no order. Those for which `take` returns
  /// true, because it holds on to the descriptor, are kept further. Returns how many could not be
  /// handed out, because this process may have no more descriptors.
  ///
  /// Nothing leaves the queue before it is in it anew: a crash meanwhile costs no connection.
  @discardableResult
  package func takeBack(_ take: (UInt64, consuming Descriptor) -> Bool) throws(SystemError) -> Int {
    var rest = queue.bytesWaiting
    var seen: Set<UInt64> = []
    var lost = 0
    while rest > 0 {
      var received = 0
      var wanted: [UInt64] = []
      let numbers = try queue.first(faults: faults) { number, descriptor in
        received += 1
        // A crash while the queue was packed leaves some twice.
        if !seen.insert(number).inserted { return }
        let copied = descriptor.number
        if take(number, descriptor) {
          live[number] = copied
          wanted.append(number)
        }
      }
      guard let numbers, !numbers.isEmpty else { break }
      lost += numbers.count - received
      let isIn = try put(wanted)
      queue.dropFirst()
      // A full queue has room now, if only after the copy is out.
      if !isIn { _ = try put(wanted) }
      rest -= numbers.count * MemoryLayout<UInt64>.size
    }
    _ = try pack()
    return lost
  }

  /// Keeps `descriptor`, which stays its owner's, who says `leave(number)` before it is closed. False
  /// where the kernel takes no more: the connection then ends with this program.
  @discardableResult
  package func keep(
    _ descriptor: borrowing Descriptor, as number: UInt64
  ) throws(SystemError) -> Bool {
    live[number] = descriptor.number
    if needsPacking { _ = try pack() }
    if try put([number]) { return true }
    if try pack(), try put([number]) { return true }
    live[number] = nil
    return false
  }

  /// Keeps it no longer. The copy in the queue is closed some time later.
  package func leave(_ number: UInt64) { live[number] = nil }

  private var needsPacking: Bool {
    let packed = live.count / DescriptorQueue.messageDescriptorsMax
    return messages.count > 2 * packed + Self.slack
      || entries - live.count > live.count / 2 + Self.slack
  }

  private func put(_ numbers: [UInt64]) throws(SystemError) -> Bool {
    if numbers.isEmpty { return true }
    let descriptors = numbers.compactMap { live[$0] }
    if try !queue.add(numbers, descriptors, faults: faults) { return false }
    messages.append(numbers)
    entries += numbers.count
    return true
  }

  /// Puts all that is live in anew, in as few messages as can be, and takes the old ones out, each
  /// after what was in it. False if the queue is too full even for one more message.
  private func pack() throws(SystemError) -> Bool {
    var old = messages.count
    while old > 0 {
      var numbers: [UInt64] = []
      var covered = 0
      while covered < old {
        let more = messages[covered].filter { live[$0] != nil }
        if numbers.count + more.count > DescriptorQueue.messageDescriptorsMax { break }
        numbers += more
        covered += 1
      }
      if try !put(numbers) { return false }
      for message in messages[..<covered] {
        queue.dropFirst()
        entries -= message.count
      }
      messages.removeFirst(covered)
      old -= covered
    }
    return true
  }
}
