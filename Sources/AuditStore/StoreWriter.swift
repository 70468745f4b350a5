package import AuditCore
import Glibc
package import LinuxIO

/// Commits one batch at a time on a thread of its own, so that a slow disk holds nothing up.
///
/// For one owner: the loop, which watches `descriptor`.
package final class StoreWriter {
  private let desk: WriterDesk
  private let thread: WriterThread

  /// Takes the store over: nobody else may use it from now on.
  package init(_ store: sending StateStore) throws(SystemError) {
    let desk = WriterDesk(try EventCounter())
    self.desk = desk
    thread = try WriterThread { [store] in desk.serve(store) }
  }

  deinit { stop() }

  /// Readable while there is an outcome to take.
  package var descriptor: Int32 { desk.outcomes.descriptor.number }

  /// Whether a batch is being committed, or its outcome has not been taken.
  package var isBusy: Bool { desk.slots.change { $0.isBusy } }

  /// Hands a batch over. False, and nothing is taken, while another is in flight or after `stop`.
  package func submit(_ batch: StateBatch, epoch: UInt64, meta: [UInt8]) -> Bool {
    desk.slots.change { slots in
      if slots.isBusy || slots.isStopping { return false }
      slots.isBusy = true
      slots.job = WriterJob(batch: batch, epoch: epoch, meta: meta)
      return true
    }
  }

  /// What became of the batch that was submitted, once; nil while that is not known.
  package func takeOutcome() -> StoreOutcome? {
    desk.outcomes.clear()
    return desk.slots.change { slots in
      guard let outcome = slots.outcome else { return nil }
      slots.outcome = nil
      slots.isBusy = false
      return outcome
    }
  }

  /// Waits until there is an outcome to take; false where there is none after that time.
  package func wait(milliseconds: Int32) -> Bool {
    desk.outcomes.descriptor.wait(for: POLLIN, milliseconds: milliseconds)
  }

  /// Waits for the commit in flight, whose outcome can still be taken, and closes the store.
  package func stop() {
    desk.slots.change { $0.isStopping = true }
    thread.join()
  }
}

/// What became of a batch.
package enum StoreOutcome: Sendable {
  case committed(CommitReport)
  /// The batch is given back, to be tried again or to be put before what came later.
  case failed(StoreError, StateBatch)
}

/// A batch on its way to the store.
struct WriterJob: Sendable {
  var batch: StateBatch
  var epoch: UInt64
  var meta: [UInt8]
}

/// Where the loop and the thread meet.
final class WriterDesk: Sendable {
  /// What lies on it.
  struct Slots: Sendable {
    var job: WriterJob?
    var outcome: StoreOutcome?
    /// From a submission until its outcome is taken.
    var isBusy = false
    var isStopping = false
  }

  let slots = Monitor(Slots())
  let outcomes: EventCounter

  init(_ outcomes: consuming EventCounter) { self.outcomes = outcomes }

  /// The thread's whole life: one batch after the other until it is to stop.
  func serve(_ store: StateStore) {
    var tidyFailure: StoreError?
    while let job = nextJob() {
      let outcome: StoreOutcome
      do throws(StoreError) {
        var report = try store.commit(job.batch, epoch: job.epoch, meta: job.meta)
        report.tidyFailure = tidyFailure
        outcome = .committed(report)
      } catch {
        outcome = .failed(error, job.batch)
      }
      slots.change { $0.outcome = outcome }
      outcomes.raise()
      tidyFailure = tidy(store)
    }
    // Everything that was acknowledged is in the log already.
    try? store.close()
  }

  private func nextJob() -> WriterJob? {
    slots.wait { slots -> WriterJob?? in
      if let job = slots.job {
        slots.job = nil
        return .some(job)
      }
      return slots.isStopping ? .some(nil) : nil
    }
  }

  private func tidy(_ store: StateStore) -> StoreError? {
    do throws(StoreError) {
      try store.tidy()
      return nil
    } catch {
      return error
    }
  }
}
