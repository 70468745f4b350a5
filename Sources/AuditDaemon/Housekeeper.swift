import AuditCore
import Configuration
import LinuxIO
import Systemd

/// Sees to it that what is remembered stays within its bounds: of memory, of the disk, of names, of age. Looks now
/// and then, and only while something happens: an idle daemon does not grow.
struct Housekeeper {
  private static let looksEvery: Microseconds = .seconds(1)
  /// The same when three quarters of the memory are in use.
  private static let looksOftenEvery: Microseconds = .milliseconds(50)
  /// Names that are all in use are not looked through for each that finds no room.
  private static let sweepsEvery: Microseconds = .seconds(60)
  /// The same after sweeps that found next to nothing.
  private static let sweepsAtLeastEvery: Microseconds = .seconds(3600)
  private static let retiresEvery: Microseconds = .seconds(3600)

  private unowned let context: DaemonContext
  /// Bytes in use; another function in tests.
  var memoryInUse: () -> Int = { ProcessMemory.bytesInUse }
  private var lookedAt: Instant?
  private var interval = Self.looksEvery
  private var sweptAt: Instant?
  private var sweepsAfter = Self.sweepsEvery
  private var isToldOfFullness = false
  private var retiredAt: Instant?

  init(_ context: DaemonContext) { self.context = context }

  /// Called after whatever happened.
  mutating func look(at now: Instant) {
    lookAtNames(at: now)
    if let lookedAt, now - lookedAt < interval { return }
    // It can wait until what it does can be noted; and what has just been let go still counts.
    if !context.keeper.hasRoom || context.keeper.isSweepDue { return }
    lookedAt = now
    context.keeper.forgetChanges()
    retire(at: now)
    lookAtMemory()
    let stored = Int(context.keeper.bytesOnDisk)
    if stored > context.settings.stateBytesMax {
      relieve(stored, of: context.settings.stateBytesMax, "of state are on disk")
    }
  }

  /// Captures that get to the disk sweep crowded tables by themselves.
  private mutating func lookAtNames(at now: Instant) {
    let keeper = context.keeper
    tellOfFullness()
    if keeper.flight != nil { return }
    let isCrowded = context.auditor.isCrowded && (!keeper.isDurable || keeper.failed != nil)
    if !isCrowded && !context.auditor.isShortOfNames { return }
    if !isCrowded, let sweptAt, now - sweptAt < sweepsAfter { return }
    sweptAt = now
    let before = context.auditor.namesCount
    keeper.sweep()
    let isFutile = context.auditor.namesCount > before / 8 * 7
    sweepsAfter = isFutile ? min(sweepsAfter * 2, Self.sweepsAtLeastEvery) : Self.sweepsEvery
  }

  private mutating func tellOfFullness() {
    let isFull = context.auditor.isFullOfNames
    if isFull && !isToldOfFullness { context.journal.write(DaemonEntry.namesFull()) }
    isToldOfFullness = isFull
  }

  private mutating func lookAtMemory() {
    let most = context.settings.memoryBytesMax
    let used = memoryInUse()
    interval = used > most / 4 * 3 ? Self.looksOftenEvery : Self.looksEvery
    if used <= most { return }
    relieve(used, of: most, "of memory are in use")
    ProcessMemory.trim()
  }

  private mutating func retire(at now: Instant) {
    if let retiredAt, now - retiredAt < Self.retiresEvery { return }
    retiredAt = now
    let time = now + -context.settings.keptFor
    context.keeper.take(.retired(silentSince: time))
  }

  /// As large a part of all sessions gives way as there is too much, and a little more: the rest
  /// later, if those were the small ones.
  private func relieve(_ used: Int, of most: Int, _ what: String) {
    let before = context.auditor.sessionsClosedForRoom
    let kept = context.auditor.sessionsKept
    if kept == 0 { return }
    let share = Double(used - most) / Double(used) + 1.0 / 16
    context.keeper.take(.relieved(sessions: Int(Double(kept) * min(share, 1)) + 1))
    context.keeper.sweep()
    let closed = context.auditor.sessionsClosedForRoom - before
    let gone = kept - context.auditor.sessionsKept
    context.journal.write(
      DaemonEntry.relieved("\(used >> 20) MiB \(what)", sessions: gone, open: closed))
  }
}
