import AuditCore
import AuditStore
import LinuxIO
import Systemd

/// Brings back what an earlier run knew: first what is on disk, then the inputs that came after it.
struct Revival {
  let context: DaemonContext
  let manager: ServiceManager
  let inheritance: Inheritance
  /// How long commits wait for the disk, and which calls of theirs fail, in tests.
  var options = StoreOptions(rowFormat: StateFormat.version)
  var layout = SpoolLayout()

  /// Restores the machine from `directory`, replays the spool, has `reconnect` take back connections
  /// (it is told whether no input is missing: else they have lost bytes), and keeps what then comes.
  func run(directory: String, reconnect: (Bool) -> Void) throws(StoreError) {
    let boot = BootID.current()
    let bootID = boot?.text ?? "unknown \(Clock.realtime.now())"
    // Used by this thread until it is given to the writer's, and by no other.
    nonisolated(unsafe) let store = try StateStore(directory: directory, options: options)
    let gone = unsafe store.goneEpoch
    if gone > 0 { tell("the database of \(gone) commits is gone: what it held is not known") }
    unsafe try restore(from: store, bootID: bootID)
    context.auditor.trackChanges()
    let committed = unsafe store.meta.epoch
    let spool = spool(directory: directory, boot: boot, committed: committed)
    reconnect(replay(spool))
    do throws(SystemError) {
      unsafe try context.keeper.begin(store, boot: bootID)
    } catch {
      throw StoreError(error)
    }
  }

  private func restore(from store: StateStore, bootID: String) throws(StoreError) {
    let now = StateMoment(bootID: bootID, clocks: context.arrival)
    let then = StateMoment(decoding: store.meta.bytes)
    if then == nil && store.meta.epoch > 0 {
      throw store.refuse(cause: "no time of its last commit")
    }
    var restorer = StateRestorer(
      into: context.auditor, monotonicShift: then?.monotonicShift(to: now) ?? 0,
      format: store.meta.rowFormat)
    do {
      try store.readRows { key, value in try restorer.take(key, value) }
      try restorer.finish(now: now.clocks.monotonic)
      try context.machine.restoreClients(&restorer)
    } catch let damage as StateDamage {
      let key = damage.key
      throw store.refuse(cause: "row \(key.owner)/\(key.kind)/\(key.key) is \(damage.reason)")
    } catch let error as StoreError {
      throw error
    } catch {
      throw store.refuse(cause: "\(error)")
    }
  }

  /// nil where there cannot be one now: then a crash costs what came since the last commit.
  private func spool(directory: String, boot: BootID?, committed: UInt64) -> Spool? {
    let place = SpoolPlace(
      manager: manager, directory: directory, layout: layout, faults: context.faults)
    do throws(SystemError) {
      let spool = Spool(
        try memory(at: place), layout: layout, boot: boot, committed: committed)
      if let problem = spool.problem { tell("inputs of before cannot be read: \(problem)") }
      return spool
    } catch {
      tell("a crash would cost what came since the last commit: \(error)")
      context.keeper.spoolPlace = place
      return nil
    }
  }

  private func memory(at place: SpoolPlace) throws(SystemError) -> SharedMemory {
    let kept = inheritance.take(named: SpoolPlace.name)
    if manager.keepsDescriptors, let kept {
      do throws(SystemError) {
        return try place.adopt(kept)
      } catch {
        tell("the inputs that the service manager kept cannot be read: \(error)")
        try manager.forget(SpoolPlace.name)
      }
    }
    return try place.make()
  }

  private func replay(_ spool: Spool?) -> Bool {
    guard let spool else { return false }
    spool.noteFatalSignals()
    let keeper = context.keeper
    keeper.attach(spool)
    var cut: Set<Int> = []
    let replay = spool.replay(
      { input, bytes in
        if input.action != .bytes || !cut.contains(input.client) { keeper.replay(input, bytes) }
      },
      skipped: { input in if input.client != 0 { cut.insert(input.client) } })
    if replay.skipped > 0 {
      tell("\(replay.skipped) inputs were left out: the program has ended at them each time")
    }
    if !replay.isWhole { tell("clients have to connect anew: what they said last is not noted") }
    for client in context.machine.clients.values { _ = client.takeRejects() }
    return replay.isWhole && !spool.isNew && cut.isEmpty
  }

  private func tell(_ text: String) { context.journal.write(DaemonEntry.notKept(text)) }
}
