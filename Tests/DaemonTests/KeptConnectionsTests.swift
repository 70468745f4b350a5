import Glibc
import LinuxIO
import Testing

@testable import Systemd

@Suite struct KeptConnectionsTests {
  /// A service manager that only holds the queue: each `restart` is the next run's inheritance.
  final class Holder {
    let entry: Descriptor
    let exit: Descriptor

    init() throws {
      let queue = try DescriptorQueue()
      entry = Descriptor(owning: dup(queue.entry.number))
      exit = Descriptor(owning: dup(queue.exit.number))
    }

    func restart() throws -> KeptConnections {
      let inherited = Inheritance()
      for (name, number) in [
        (KeptConnections.exitName, exit.number), (KeptConnections.entryName, entry.number),
      ] {
        inherited.add(InheritedDescriptor(name: name, descriptor: Descriptor(owning: dup(number))))
      }
      return try KeptConnections(ServiceManager(), inherited: inherited)
    }

    /// What a run finds that keeps nothing of it.
    func found() throws -> [UInt64: String] {
      var found: [UInt64: String] = [:]
      try restart().takeBack { number, descriptor in
        #expect(found[number] == nil)
        found[number] = (try? readAll(descriptor)) ?? "unreadable"
        return false
      }
      return found
    }
  }

  final class Peer {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  @Test func aConnectionOutlivesTheRunWithWhatIsUnread() throws {
    let holder = try Holder()
    let client = try SocketPair()
    do {
      let first = try holder.restart()
      #expect(try first.keep(client.left, as: 3))
      #expect(first.count == 1)
    }
    _ = try client.right.write(Array("half".utf8), object: "client")
    #expect(try holder.found() == [3: "half"])
    #expect(try holder.found() == [:])
  }

  @Test func whatIsHeldOnToIsKeptFurther() throws {
    let holder = try Holder()
    var peers: [Peer] = []
    let first = try holder.restart()
    for number in 0..<300 as Range<UInt64> {
      let pair = try SocketPair()
      #expect(try first.keep(pair.left, as: number))
      _ = try pair.right.write(Array("\(number)".utf8), object: "client")
      peers.append(Peer(Descriptor(owning: dup(pair.right.number))))
    }
    // A crash in the midst of the second run's start costs nothing either: `first` is still there.
    var held: [Peer] = []
    let second = try holder.restart()
    let lost = try second.takeBack { number, descriptor in
      let odd = number % 2 == 1
      if odd { held.append(Peer(descriptor)) }
      return odd
    }
    #expect(lost == 0 && second.count == 150)
    let found = try holder.found()
    #expect(found.keys.sorted() == (0..<150).map { 2 * $0 + 1 })
    #expect(found[299] == "299")
  }

  @Test func whoLeavesIsNotTakenBackOnceItIsPacked() throws {
    let holder = try Holder()
    let kept = try holder.restart()
    let stays = try SocketPair()
    #expect(try kept.keep(stays.left, as: 0))
    for number in 1..<5000 as Range<UInt64> {
      let pair = try SocketPair()
      #expect(try kept.keep(pair.left, as: number))
      kept.leave(number)
    }
    #expect(kept.count == 1)
    let found = try holder.found()
    #expect(found.count < 100 && found[0] != nil, "\(found.count)")
  }

  @Test func moreThanTheQueueHoldsInSingleMessagesArePacked() throws {
    let holder = try Holder()
    let kept = try holder.restart()
    let pair = try SocketPair()
    for number in 0..<4000 as Range<UInt64> { #expect(try kept.keep(pair.left, as: number)) }
    #expect(kept.count == 4000)
    #expect(try holder.found().count == 4000)
  }

  @Test func aQueueThatTakesNoMoreCostsTheConnectionsOnly() throws {
    let holder = try Holder()
    let inherited = Inheritance()
    for (name, number) in [
      (KeptConnections.exitName, holder.exit.number),
      (KeptConnections.entryName, holder.entry.number),
    ] {
      inherited.add(InheritedDescriptor(name: name, descriptor: Descriptor(owning: dup(number))))
    }
    let faults = Faults { $0 == .sendDescriptors ? EAGAIN : nil }
    let kept = try KeptConnections(ServiceManager(), inherited: inherited, faults: faults)
    let pair = try SocketPair()
    #expect(try kept.keep(pair.left, as: 1) == false)
    #expect(kept.count == 0)
  }
}
