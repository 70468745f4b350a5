import AuditCore
import Configuration
import LinuxIO
import Systemd

/// Sees to it that what is remembered stays within its bounds: of memory, of the disk, of age. Looks now
/// and then, and only while something happens: an idle daemon does not grow.
struct Housekeeper {
  private static let looksEvery: Microseconds = .seconds(1)
  private static let retiresEvery: Microseconds = .seconds(3600)

  private unowned let context: DaemonContext
  /// Bytes in use; another function in tests.
  var memoryInUse: () -> Int = { Heap.bytesInUse }
  private var lookedAt: Instant?
  private var retiredAt: Instant?

  init(_ context: DaemonContext) { self.context = context }

  /// Called after whatever happened.
  mutating func look(at now: Instant) {
    if let lookedAt, now - lookedAt < Self.looksEvery { return }
    // It can wait until what it does can be noted.
    if !context.keeper.hasRoom { return }
    lookedAt = now
    retire(at: now)
    let used = memoryInUse()
    if used > context.settings.memoryBytesMax {
      relieve("\(used >> 20) MiB of memory are in use")
      Heap.trim()
    }
    let stored = context.keeper.bytesOnDisk
    if stored > context.settings.stateBytesMax {
      relieve("\(stored >> 20) MiB of state are on disk")
    }
  }

  private mutating func retire(at now: Instant) {
    if let retiredAt, now - retiredAt < Self.retiresEvery { return }
    retiredAt = now
    let time = now + -context.settings.keptFor
    context.keeper.take(.retired(silentSince: time))
  }

  /// A part of all sessions gives way, the rest later if that is not enough.
  private func relieve(_ why: String) {
    let before = context.auditor.sessionsClosedForRoom
    let kept = context.auditor.sessionsKept
    if kept == 0 { return }
    context.keeper.take(.relieved(sessions: kept / 16 + 1))
    context.keeper.wantWholeCapture()
    let closed = context.auditor.sessionsClosedForRoom - before
    let gone = kept - context.auditor.sessionsKept
    context.journal.write(DaemonEntry.relieved(why, sessions: gone, open: closed))
  }
}
