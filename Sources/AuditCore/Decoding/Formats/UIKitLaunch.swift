/// What UIKit's lines have told of one process, as far as its hidden task ids are counted.
struct UIKitLaunch {
  /// A begin that was announced and not yet created. `handler` 0: it has none; nil: not told.
  struct Pending {
    var name: TextID
    var handler: UInt64?
    var thread: UInt64
  }

  /// A task whose id was counted, and the handler that an end may print with the real one.
  struct Counted {
    var id: UInt64
    var handler: UInt64
  }

  var origin: Origin
  /// At most `Limits.pendingBeginsMax`; the oldest gives way.
  var pending: [Pending] = []
  /// At most `Limits.countedTasksMax`; the oldest gives way.
  var counted: [Counted] = []
  var nextID: UInt64 = 1
  /// Ids above this were counted and not confirmed.
  var confirmedID: UInt64 = 0
  var isCertain = false
  var hasCreated = false
  /// Ids were given out by counting since the last certainty.
  var hasGuesses = false
}

extension UIKitLaunch: Archivable {
  static var blank: UIKitLaunch { UIKitLaunch(origin: .blank) }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&origin)
    archive.pass(&pending)
    archive.pass(&counted)
    archive.pass(&nextID)
    archive.pass(&confirmedID)
    archive.pass(&isCertain)
    archive.pass(&hasCreated)
    archive.pass(&hasGuesses)
    archive.require(pending.count <= Limits.pendingBeginsMax)
    archive.require(counted.count <= Limits.countedTasksMax)
  }
}

extension UIKitLaunch.Pending: Archivable {
  static var blank: UIKitLaunch.Pending { UIKitLaunch.Pending(name: .none, thread: 0) }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&name)
    archive.pass(&handler)
    archive.pass(&thread)
  }
}

extension UIKitLaunch.Counted: Archivable {
  static var blank: UIKitLaunch.Counted { UIKitLaunch.Counted(id: 0, handler: 0) }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&id)
    archive.pass(&handler)
  }
}
