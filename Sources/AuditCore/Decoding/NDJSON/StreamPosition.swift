/// Where a log stands whose sender counts its lines over any number of connections.
///
/// A connection begins with a `hello` that names the stream; the first `mark` after it says by its `seq`
/// how many lines of the log came before those that follow. Later marks, and a `bye`, say the same: they
/// are the sender's own and no lines of the log. Lines that were read on an earlier connection are
/// passed over.
struct StreamPosition {
  /// The sender's name for the log; none of a stream that cannot go on.
  private(set) var name = TextID.none
  /// Lines of the log that were read.
  private(set) var lines: UInt64 = 0
  /// Of the lines that come again, those that are still to come.
  private(set) var again: UInt64 = 0
  /// The next mark tells with which line the connection goes on.
  private(set) var awaitsMark = false
  /// The line at hand is the sender's own, or has come before.
  private var isNotNew = false
  /// The line at hand has named the stream.
  private(set) var isAnnounced = false

  /// Its lines are counted.
  var isCounted: Bool { !name.isNone }

  mutating func announce(_ name: TextID) {
    self = StreamPosition()
    self.name = name
    awaitsMark = true
    isAnnounced = true
  }

  /// Whether the stream was named since the last call.
  mutating func takeAnnouncement() -> Bool {
    defer { isAnnounced = false }
    return isAnnounced
  }

  /// Another connection of the stream begins.
  mutating func resume() {
    again = 0
    awaitsMark = true
  }

  /// A mark, or a `bye`, says that `sequence` lines came before it. False for one that is a line of the
  /// log itself: the sender's would say another number.
  mutating func reach(_ sequence: UInt64, isBye: Bool) -> Bool {
    if name.isNone { return true }
    if awaitsMark {
      awaitsMark = false
      if lines > sequence { again = lines - sequence } else { lines = sequence }
      isNotNew = true
      return true
    }
    if !isOwn(sequence, isBye: isBye) { return false }
    if again == 0 { lines = sequence }
    isNotNew = true
    return true
  }

  /// Where no line is left that a mark could have ended, a `bye` counts itself.
  func isOwn(_ sequence: UInt64, isBye: Bool) -> Bool {
    let here = lines - again
    return sequence == here || isBye && sequence == here &+ 1
  }

  /// The line at hand was passed over.
  mutating func passOver() {
    again -= 1
    isNotNew = true
  }

  /// The line at hand was read.
  mutating func endLine() {
    defer { isNotNew = false }
    if name.isNone || isNotNew || awaitsMark || again > 0 { return }
    lines &+= 1
  }
}

extension StreamPosition: Archivable {
  static var blank: StreamPosition { StreamPosition() }

  /// Between two lines none is at hand.
  mutating func pass(through archive: inout Archive) {
    archive.pass(&name)
    archive.pass(&lines)
    archive.pass(&again)
    archive.pass(&awaitsMark)
    archive.require(again <= lines)
  }
}
