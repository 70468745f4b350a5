/// What a task's name says: whose it is, or that it says nothing.
enum TaskNames {
  /// UIKit's own tasks, tracked but never blamed (`audit-model.md` §5).
  static func isSystems(_ name: String) -> Bool {
    systemNames.contains(name) || systemPrefixes.contains { name.hasPrefix($0) }
  }

  /// A name that the system gives to anybody's task, or a placeholder for a hidden one.
  static func namesNobody(_ name: String) -> Bool {
    nobody.contains(name) || nobodyPrefixes.contains { name.hasPrefix($0) }
  }

  /// The parts of UIKit's default name, `Called by IMAGE, from SYMBOL`; nil for any other name.
  static func defaultParts(_ name: String) -> (image: String, symbol: String)? {
    let bytes = name.utf8.span
    guard bytes.has("Called by ", at: 0), let comma = bytes.find(", from "), comma > 10 else {
      return nil
    }
    return (
      String(decodingSpan: bytes.extracting(10..<comma)),
      String(decodingSpan: bytes.extracting(comma + 7..<bytes.count))
    )
  }

  /// Begun through UIKit's private selector by its own code and by other frameworks of the system.
  private static let systemNames: Set<String> = [
    "Launch Background Task for Coalescing", "UIApplicationSceneLifecycle",
  ]
  private static let systemPrefixes = ["com.apple.", "_UI", "CoreData: "]

  private static let nobody: Set<String> = [
    "UIKitBackgroundCompletionTask", "<private>", "<redacted>", "(null)", "null", "nil", "unknown",
  ]
  private static let nobodyPrefixes = ["Shared Background Assertion "]
}
