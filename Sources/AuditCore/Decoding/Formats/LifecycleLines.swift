/// Announcements of the app's state by the names of UIKit's delegate, scene and notification calls:
/// `lifecycle applicationDidEnterBackground`, `…：应用进入后台DidEnterBackground`, or a method that logs
/// its own name, `-[AppDelegate applicationDidBecomeActive:]`.
enum LifecycleLines: LineFormat {
  static let about = FormatDescription(
    name: "lifecycle",
    summary: "The app's state, by the names of delegate, scene and notification calls",
    example: "lifecycle applicationDidEnterBackground")

  static let signs: [StaticString] = [
    "lifecycle ", "idEnterBackground", "illEnterForeground", "idBecomeActive", "illResignActive",
    "illTerminate",
  ]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    if message.has("lifecycle ", at: sign) {
      if sign > 0, message[sign - 1].isWord { return .notMine }
      let name = message.extracting(sign + "lifecycle ".utf8.count..<message.count)
      guard let state = state(named: name) else { return .skipped(.otherState) }
      return deliver(state, in: &context)
    }
    // The scanner stands behind the verb's first letter.
    guard sign > 0, let (state, length) = announced(message, at: sign) else { return .notMine }
    let start = sign - 1
    let end = sign + length
    guard isAnnouncement(message, start: start, end: end) else { return .notMine }
    return deliver(state, in: &context)
  }

  private static func deliver(_ state: AppState, in context: inout LineContext) -> Reading {
    context.deliver(context.event(.state(state), .product))
    return .read
  }

  private static let names: [(StaticString, AppState)] = [
    ("idEnterBackground", .background), ("illEnterForeground", .foreground),
    ("idBecomeActive", .foreground), ("illResignActive", .inactive),
    ("illTerminate", .terminate), ("idSuspend", .suspended),
  ]

  /// The state that a name such as `UIApplicationDidEnterBackgroundNotification` tells.
  private static func state(named name: Span<UInt8>) -> AppState? {
    names.first { name.find($0.0) != nil }?.1
  }

  private static func announced(
    _ message: Span<UInt8>, at sign: Int
  ) -> (AppState, length: Int)? {
    names.first { message.has($0.0, at: sign) }.map { ($0.1, $0.0.utf8CodeUnitCount) }
  }

  /// The name is the message's last word, and either words of another script stand right before it
  /// or it is all there is, but for the class of the method: not a symbol in a stack or a task's name.
  private static func isAnnouncement(_ message: Span<UInt8>, start: Int, end: Int) -> Bool {
    var tail = end
    if message.has("Notification", at: tail) { tail += "Notification".utf8.count }
    // `:]` of a method, `(_:)` of a Swift function.
    for closing: StaticString in ["(_:)", ":", "]", ")"] where message.has(closing, at: tail) {
      tail += closing.utf8CodeUnitCount
    }
    if tail < message.count { return false }
    if start == 0 || message[start - 1] >= 0x80 { return true }
    var word = start
    while word > 0, message[word - 1].isWord { word -= 1 }
    if word == 0 { return true }
    // `-[AppDelegate applicationDidEnterBackground:]` and nothing else.
    let isMethod = message.has("-[", at: 0) && message.byte(at: end) == UInt8(ascii: ":")
    return isMethod && message.find(" ") == word - 1
  }
}
