/// The calls that can fail, by what they do.
package enum StoreCall: Hashable, Sendable {
  case open, configure, prepare, bind, step, read, checkpoint
  /// A call of the system's, not of SQLite's; its result code is an errno.
  case system
}

/// How a call is made to fail: before it did anything, or after it did all.
package enum StoreFault: Hashable, Sendable {
  /// The call does not happen; the result code is returned for it.
  case instead(Int32)
  /// The call happens, and the result code is returned if it succeeded.
  case after(Int32)
}

/// Asked before each call that can fail, of SQLite and of the system.
///
/// The programs pass `.none`. A test passes a plan of its own to see that no failure, wherever it
/// strikes, loses what was said to be kept.
package struct StoreFaults: Sendable {
  private let plan: (@Sendable (StoreCall) -> StoreFault?)?

  /// No call is made to fail.
  package static let none = StoreFaults(plan: nil)

  private init(plan: (@Sendable (StoreCall) -> StoreFault?)?) { self.plan = plan }

  /// `plan` returns how the call is to fail; nil lets it happen.
  package init(_ plan: @escaping @Sendable (StoreCall) -> StoreFault?) { self.plan = plan }

  /// How `call` must fail now, if at all.
  package func fault(for call: StoreCall) -> StoreFault? { plan?(call) }

  /// The errno that a call of the system's must fail with now, if any.
  func systemError() -> Int32? {
    switch fault(for: .system) {
    case .instead(let code), .after(let code): code
    case nil: nil
    }
  }
}
