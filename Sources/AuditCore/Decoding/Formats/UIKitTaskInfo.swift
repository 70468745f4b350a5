/// How UIKit describes a task: `<_UIBackgroundTaskInfo: 0x281a0e2c0>: taskID = 5, taskName = X,
/// creationTime = 41207 (elapsed = 0)`; on devices `<private>`.
struct UIKitTaskInfo {
  /// nil where the description is hidden.
  var id: UInt64?
  var name = TextID.none

  /// nil where a description stands at `position` that is neither whole nor hidden.
  init?(_ message: Span<UInt8>, from position: Int, _ texts: TextTable) {
    if HiddenText.stands(message, at: position) { return }
    guard let label = message.find("taskID = ", from: position) else { return nil }
    var end = label + "taskID = ".utf8.count
    guard let id = try? TaskNumber.read(message, at: &end) else { return nil }
    self.id = id
    if message.has(", taskName = ", at: end) {
      let start = end + ", taskName = ".utf8.count
      // The name is the app's own text: what ends it is the last such label.
      let stop = message.last(", creationTime = ", from: start) ?? message.count
      name = Self.name(message.extracting(start..<stop), texts)
    }
  }

  /// A task's name; none where it is hidden or absent.
  static func name(_ text: Span<UInt8>, _ texts: TextTable) -> TextID {
    if HiddenText.isHidden(text) || text.isText("(null)") || text.isText("(nil)") { return .none }
    return texts.intern(text)
  }

  /// The address of a handler block, `<__NSMallocBlock__: 0x2811f4f90>`; 0 for `(null)`, nil where
  /// neither stands.
  static func handler(_ message: Span<UInt8>, from position: Int) -> UInt64? {
    if message.has("(null)", at: position) || message.has("(nil)", at: position) { return 0 }
    guard let colon = message.find(": 0x", from: position), colon - position < 64 else {
      return nil
    }
    var start = colon + 2
    return message.hexadecimal(at: &start)
  }
}
