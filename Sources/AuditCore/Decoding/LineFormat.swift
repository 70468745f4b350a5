/// How one kind of message is recognised and read. The guide is `README.md` next to this file.
protocol LineFormat: DescribedFormat {
  /// Texts of four bytes or more, of which one stands in every message of this kind. A message
  /// without any format's sign is refused without being looked at closer.
  static var signs: [StaticString] { get }

  /// Reads `message`, in which a sign of this format stands at `sign`. Events go to
  /// `context.deliver`; the result says whether the message was of this kind at all.
  static func read(
    _ message: Span<UInt8>, sign: Int, in context: inout LineContext
  ) -> Reading
}

/// What a format made of a message.
enum Reading: Equatable {
  /// Another format may have it.
  case notMine
  /// Events were delivered.
  case read
  /// Recognised, and no event by intention.
  case skipped(SkipReason)
  /// Bears the unmistakable sign of an event, and cannot be read.
  case unreadable(UnreadableReason)
}

/// Every format of messages within lines, in the order in which those that share a sign are asked.
enum LineFormats {
  static let all: [any LineFormat.Type] = [
    ProductLines.self,
    HookLines.self,
    LearnDemoLines.self,
    TimerLines.self,
    TimeLeftLines.self,
    ExpirationLines.self,
    UIKitBeginLines.self,
    UIKitEndLines.self,
    UIKitExpiryLines.self,
    SDKWrapperLines.self,
    LifecycleLines.self,
    HighWaterLines.self,
    AssertionKillLines.self,
    ProcessExitLines.self,
    CrashReportLines.self,
    PrintedArrays.self,
    SiblingLines.self,
  ]
}
