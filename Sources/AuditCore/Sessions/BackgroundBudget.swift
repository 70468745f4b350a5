/// How long the app may run in the background, from the best source that is known
/// (`audit-model.md` §6).
struct BackgroundBudget {
  /// Of `permittedBackgroundDuration` or `finishTask:180s`.
  private var stated: Microseconds?
  /// The largest sum of time left and time spent, in phases that were seen to begin.
  private var measured: Microseconds?
  /// The same in other phases: a lower bound.
  private var atLeast: Microseconds?
  /// Nothing beyond a day is believed.
  private static let ceiling: Microseconds = .seconds(86_400)

  mutating func state(seconds: Double) {
    guard seconds > 0 else { return }
    stated = min(Microseconds(fromSeconds: seconds), Self.ceiling)
  }

  /// That `sampled` would say nil, seen at once where the sum is below what is known by more than any rounding.
  func tellsNothingNew(remaining: Double, spent: Microseconds, startSeen: Bool) -> Bool {
    guard let known = startSeen ? measured : atLeast else { return false }
    return remaining * 1_000_000 + Double(spent) < Double(known) - 2
  }

  /// With a sample of the time left; nil where that tells nothing new. `spent`: since the background
  /// phase was first seen.
  func sampled(remaining: Double, spent: Microseconds, startSeen: Bool) -> BackgroundBudget? {
    guard remaining.isFinite, remaining >= 0, spent >= 0 else { return nil }
    let left = Microseconds(fromSeconds: min(remaining, 86_400))
    let sum = min(left + min(spent, Self.ceiling), Self.ceiling)
    if let known = startSeen ? measured : atLeast, sum <= known { return nil }
    var changed = self
    if startSeen { changed.measured = sum } else { changed.atLeast = sum }
    return changed
  }

  /// Whether `value` is no less than the other's, whatever is configured.
  func isNowhereLess(than other: BackgroundBudget) -> Bool {
    stated == other.stated && (measured == nil) == (other.measured == nil)
      && measured ?? 0 >= other.measured ?? 0 && atLeast ?? 0 >= other.atLeast ?? 0
  }

  /// The budget, and whether it is no more than the built-in default.
  func value(configured: Microseconds?) -> (budget: Microseconds, isDefault: Bool) {
    if let stated { return (stated, false) }
    if let measured { return (max(measured, atLeast ?? 0), false) }
    let base = configured ?? .seconds(30)
    if let atLeast, atLeast > base { return (atLeast, false) }
    return (base, configured == nil)
  }

  /// By the OS's version: 600 s up to iOS 6, 180 s on iOS 7–12, 30 s from iOS 13.
  static func ofSystem(_ os: String) -> Microseconds? {
    let lowered = os.lowercased()
    guard
      lowered.hasPrefix("ios") || lowered.hasPrefix("iphone os") || lowered.hasPrefix("ipados")
        || lowered.first?.isNumber == true
    else { return nil }
    guard let start = os.firstIndex(where: { $0.isASCII && $0.isNumber }) else { return nil }
    guard let major = Int(os[start...].prefix(while: { $0.isASCII && $0.isNumber })) else {
      return nil
    }
    return major <= 6 ? .seconds(600) : major <= 12 ? .seconds(180) : .seconds(30)
  }
}

extension BackgroundBudget: Archivable {
  static var blank: BackgroundBudget { BackgroundBudget() }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&stated)
    archive.pass(&measured)
    archive.pass(&atLeast)
  }
}
