import AuditCore

@testable import AuditStore

/// A daemon's life with a store, as far as the store sees it: batches are committed one after the
/// other, and what fails is put before what comes next and tried again.
struct Scenario {
  static let batches = 5

  /// What the store must hold after each epoch.
  private(set) var states: [UInt64: StateModel] = [0: StateModel()]
  /// The last commit that was reported as there.
  private(set) var acknowledged: UInt64 = 0
  /// The last commit that was tried.
  private(set) var tried: UInt64 = 0
  private(set) var errors: [StoreError] = []

  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// Runs to its end, or until an error says that nothing more will be written.
  mutating func run(in directory: String, _ options: StoreOptions) {
    guard let store = open(directory, options) else { return }
    var model = StateModel()
    var waiting = StateBatch()
    for epoch in 1...UInt64(Self.batches) {
      let batch = StateModel.randomBatch(&random, changesMax: 12)
      model.apply(batch)
      states[epoch] = model
      waiting.append(batch)
      tried = epoch
      // The second time stands for the daemon's next one.
      if !commit(waiting, epoch, to: store) && !commit(waiting, epoch, to: store) { continue }
      waiting = StateBatch()
      tidy(store)
    }
    do throws(StoreError) { try store.close() } catch { errors.append(error) }
  }

  private mutating func open(_ directory: String, _ options: StoreOptions) -> StateStore? {
    for _ in 0..<2 {
      do throws(StoreError) {
        let store = try StateStore(directory: directory, options: options)
        if let obstacle = store.obstacle { errors.append(obstacle) }
        return store
      } catch {
        errors.append(error)
      }
    }
    return nil
  }

  private mutating func commit(_ batch: StateBatch, _ epoch: UInt64, to store: StateStore) -> Bool {
    do throws(StoreError) {
      _ = try store.commit(batch, epoch: epoch, meta: [UInt8(epoch)])
      acknowledged = epoch
      return true
    } catch {
      errors.append(error)
      return false
    }
  }

  private mutating func tidy(_ store: StateStore) {
    do throws(StoreError) { try store.tidy() } catch { errors.append(error) }
  }

  /// What a directory holds when it is opened again without faults: nil if that is one of the states
  /// that it may hold, otherwise what is wrong.
  func complaint(about directory: String) throws -> String? {
    let store = try StateStore(directory: directory, options: .test)
    let epoch = store.meta.epoch
    if epoch < acknowledged { return "epoch \(acknowledged) was acknowledged, \(epoch) is there" }
    if epoch > tried { return "epoch \(epoch) is there, and was never tried" }
    if try store.rows() != states[epoch]?.rows { return "rows of epoch \(epoch) are not its own" }
    if store.meta.bytes != (epoch == 0 ? [] : [UInt8(epoch)]) { return "meta of another epoch" }
    return nil
  }
}
