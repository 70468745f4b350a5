/// Tells the frames of hooks, which stand between the app and `beginBackgroundTask` in every stack.
struct HookFrames: Sendable {
  /// What a frame that looks like the app's really is.
  enum Role: Sendable {
    case app
    /// Of an auditing hook: swizzled for every caller, it says nothing of any.
    case hook
    /// Of a class that passes UIApplication's calls through: the next frame is the caller, but the
    /// image is the right one.
    case wrapper
  }

  private let extra: [String]

  /// `extra`: prefixes of symbols as printed, of readable names, of classes or of selectors.
  init(extra: [String] = []) { self.extra = extra.filter { !$0.isEmpty } }

  func role(of name: CodeName, symbol: String) -> Role {
    if isUsersHook(name, symbol: symbol) || isHook(name) { return .hook }
    if let owner = name.ownerName, Self.wrappers.contains(String(owner)) { return .wrapper }
    return .app
  }

  /// A block that a hook puts in the place of an expiration handler.
  func isHandlerBlock(_ name: CodeName, symbol: String) -> Bool {
    name.isBlock && role(of: name, symbol: symbol) == .hook && Self.names(name, "begin")
  }

  private func isUsersHook(_ name: CodeName, symbol: String) -> Bool {
    extra.contains {
      symbol.hasPrefix($0) || name.readable.hasPrefix($0) || name.member.hasPrefix($0)
        || (name.owner?.hasPrefix($0) ?? false) || (name.ownerName?.hasPrefix($0) ?? false)
    }
  }

  /// Only hooks have methods of UIApplication in the app's own image that are named so.
  private func isHook(_ name: CodeName) -> Bool {
    if Self.prefixes.contains(where: { name.member.hasPrefix($0) }) { return true }
    if let owner = name.ownerName, Self.classes.contains(String(owner)) { return true }
    guard name.ownerName == "UIApplication" else { return false }
    return Self.names(name, "begin") || Self.names(name, "end")
  }

  private static func names(_ name: CodeName, _ verb: String) -> Bool {
    let member = name.member.lowercased()
    return member.contains(verb + "backgroundtask") || member.contains(verb + "_backgroundtask")
      || prefixes.contains { member.hasPrefix($0.lowercased() + verb) }
  }

  /// Methods and functions of hooks begin so. To add one, add a line.
  private static let prefixes = [
    "gcs_", "bgt_", "BGTHook", "mth_", "aspects__", "__ASPECTS_ARE_BEING_CALLED__",
  ]

  /// Classes that are hooks altogether.
  private static let classes: Set<String> = [
    "BGTHook", "MTHBackgroundTaskTraceAdaptor", "BGTaskSwizzler",
  ]

  /// Classes that stand in for UIApplication inside an SDK.
  private static let wrappers: Set<String> = [
    // mapbox-events-ios: the direct caller in UIKit's default names.
    "MMEUIApplicationWrapper",
    // GoogleDataTransport.
    "GDTCORApplication",
  ]
}
