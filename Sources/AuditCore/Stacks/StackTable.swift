/// An interned stack; 0 is the absent one. Equal stacks have equal ids within one table.
package struct StackID: Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  package static let none = StackID(rawValue: 0)
  package var isNone: Bool { rawValue == 0 }
}

/// One frame as the client printed it, innermost first in a stack.
package struct Frame: Hashable, Sendable {
  package var image: TextID
  /// As printed: ObjC, mangled Swift, a C function, or none where stripped.
  package var symbol: TextID
  package var offset: UInt64?
  package var address: UInt64?

  package init(image: TextID, symbol: TextID, offset: UInt64? = nil, address: UInt64? = nil) {
    self.image = image
    self.symbol = symbol
    self.offset = offset
    self.address = address
  }
}

/// The code that keeps an id: two tasks of one holder have equal ids; 0 is unknown.
package struct HolderID: Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  package static let unknown = HolderID(rawValue: 0)
  package var isKnown: Bool { rawValue != 0 }
}

/// What a stack says, worked out once.
package struct StackFacts: Sendable {
  package var blame = Blame()
  package var holder = HolderID.unknown
  /// UIKit's handler-calling frames stand in it: the event happened inside an expiration handler.
  package var insideHandler = false
  /// Hash of the normalised symbols of the app's frames: no addresses, offsets, block or closure
  /// numbers. 0 where there are none.
  package var digest: UInt64 = 0
}

/// What every begin asks of its stack and name.
package struct TaskOwner: Sendable {
  /// The code that the stack names, else the name's.
  package var holder = HolderID.unknown
  /// UIKit gave the task its name: tracked but never blamed.
  package var isSystem = false
  /// The stack stands inside an expiration handler.
  package var isInsideHandler = false
  /// Nobody has asked yet.
  fileprivate var isUnread = false
  fileprivate static let unread = TaskOwner(isUnread: true)
}

/// Stores each distinct stack once, with what it says.
package final class StackTable {
  private let texts: TextTable
  private let symbols: SymbolReader
  private var stacks: [[Frame]] = [[]]
  /// Read when they are first asked for: a daemon that starts anew has many stacks to take back.
  private var facts: [StackFacts?] = [StackFacts()]
  /// What every begin asks for: of stacks, and of names by the numbers of their texts.
  private var owners: [TaskOwner] = [TaskOwner()]
  private var nameOwners: [TaskOwner] = [TaskOwner()]
  /// Which names are the system's, by the numbers of their texts; nil where nobody has asked yet.
  private var systemNames: [Bool?] = []
  private var ids: [[Frame]: UInt32] = [:]
  /// Numbers of stacks that were swept away.
  private var free: [UInt32] = []
  private var sweepAt = Limits.stacksMax / 2
  /// New stacks are left out from there on.
  var countMax = Limits.stacksMax
  /// Stacks that were left out because the table was full.
  package internal(set) var refused = 0
  /// Some were since the last sweep.
  private(set) var isShort = false

  package init(texts: TextTable, symbols: SymbolReader) {
    self.texts = texts
    self.symbols = symbols
  }

  /// The id of these frames, new or known; `.none` where the table is full.
  package func intern(_ frames: [Frame]) -> StackID {
    if frames.isEmpty { return .none }
    if let id = ids[frames] { return StackID(rawValue: id) }
    if ids.count >= countMax {
      refused += 1
      isShort = true
      return .none
    }
    if let id = free.popLast() {
      ids[frames] = id
      stacks[Int(id)] = frames
      return StackID(rawValue: id)
    }
    let id = UInt32(stacks.count)
    ids[frames] = id
    stacks.append(frames)
    facts.append(nil)
    owners.append(.unread)
    return StackID(rawValue: id)
  }

  /// Whose a task with this stack and name is (`audit-model.md` §2, holder).
  package func owner(_ stack: StackID, name: TextID) -> TaskOwner {
    var owner = owner(stack)
    if owner.holder.isKnown {
      owner.isSystem = isSystem(name)
      return owner
    }
    let named = self.owner(ofName: name)
    owner.holder = named.holder
    owner.isSystem = named.isSystem
    return owner
  }

  /// The same of a stack without a name.
  package func owner(_ stack: StackID) -> TaskOwner {
    let known = owners[Int(stack.rawValue)]
    return known.isUnread ? read(stack) : known
  }

  private func isSystem(_ name: TextID) -> Bool {
    let number = Int(name.rawValue)
    if number < systemNames.count, let known = systemNames[number] { return known }
    let isSystem = TaskNames.isSystems(texts[name])
    while systemNames.count <= number { systemNames.append(nil) }
    systemNames[number] = isSystem
    return isSystem
  }

  private func owner(ofName name: TextID) -> TaskOwner {
    let number = Int(name.rawValue)
    if number < nameOwners.count, !nameOwners[number].isUnread { return nameOwners[number] }
    return read(name)
  }

  private func read(_ stack: StackID) -> TaskOwner {
    let facts = facts(stack)
    let owner = TaskOwner(holder: facts.holder, isInsideHandler: facts.insideHandler)
    owners[Int(stack.rawValue)] = owner
    return owner
  }

  private func read(_ name: TextID) -> TaskOwner {
    let owner = TaskOwner(
      holder: symbols.facts(ofName: name, texts: texts).holder,
      isSystem: isSystem(name))
    while nameOwners.count <= Int(name.rawValue) { nameOwners.append(.unread) }
    nameOwners[Int(name.rawValue)] = owner
    return owner
  }

  /// What the stack says.
  package func facts(_ id: StackID) -> StackFacts {
    if let known = facts[Int(id.rawValue)] { return known }
    let read = symbols.facts(of: stacks[Int(id.rawValue)], texts: texts)
    facts[Int(id.rawValue)] = read
    return read
  }

  /// What stack and name of a task say together, the stack first (`audit-model.md` §2, holder).
  package func facts(_ id: StackID, name: TextID) -> StackFacts {
    var combined = facts(id)
    if combined.holder.isKnown { return combined }
    let named = symbols.facts(ofName: name, texts: texts)
    combined.holder = named.holder
    combined.blame.holder = named.blame.holder
    combined.blame.image = combined.blame.image ?? named.blame.image
    combined.blame.symbol = combined.blame.symbol ?? named.blame.symbol
    if combined.digest == 0 { combined.digest = named.digest }
    return combined
  }

  /// The frames as they were interned, innermost first.
  package func frames(_ id: StackID) -> [Frame] { stacks[Int(id.rawValue)] }

  /// One text a frame, demangled, innermost first: for people.
  package func lines(_ id: StackID) -> [String] {
    symbols.lines(of: stacks[Int(id.rawValue)], texts: texts)
  }

  // MARK: Sweeping

  /// Stacks that it holds.
  var count: Int { ids.count }

  /// There are so many that `sweep` is worth its time.
  var isCrowded: Bool { ids.count > sweepAt }

  /// Forgets every stack that is not mentioned, and what was read out of the others, for it names
  /// holders by numbers that are swept too.
  func sweep(keeping isMentioned: (StackID) -> Bool) {
    nameOwners = [TaskOwner()]
    systemNames = []
    for id in 1..<UInt32(stacks.count) {
      facts[Int(id)] = nil
      owners[Int(id)] = .unread
      if isMentioned(StackID(rawValue: id)) || stacks[Int(id)].isEmpty { continue }
      ids[stacks[Int(id)]] = nil
      stacks[Int(id)] = []
      free.append(id)
    }
    sweepAt = (ids.count + Limits.stacksMax) / 2
    isShort = false
  }
}
