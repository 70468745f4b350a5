/// What archived numbers of texts, stacks and holders stand for.
///
/// When writing, it notes which of them are mentioned for the first time, so that each is stored once
/// and only if something that is stored needs it. When reading, it turns the numbers of the process
/// that wrote into those of this one.
final class ArchivedNames {
  let texts: TextTable
  let stacks: StackTable
  let symbols: SymbolReader

  /// Numbers that are stored already, and those that must be stored with what mentions them.
  private var storedTexts = StoredNumbers()
  private var storedStacks = StoredNumbers()
  private var storedHolders = StoredNumbers()

  /// By the number that was stored.
  private var readTexts: [UInt32: TextID] = [:]
  private var readStacks: [UInt32: StackID] = [:]
  private var readHolders: [UInt32: HolderID] = [:]
  private var sessions: [Int: Session] = [:]

  init(_ tools: AuditTools) {
    texts = tools.texts
    stacks = tools.stacks
    symbols = tools.symbols
  }

  // MARK: Writing

  func mention(_ id: TextID) { storedTexts.mention(id.rawValue) }
  func mention(_ id: StackID) { storedStacks.mention(id.rawValue) }
  func mention(_ id: HolderID) { storedHolders.mention(id.rawValue) }

  func takeNewTexts() -> [TextID] { storedTexts.takeNew().map(TextID.init(rawValue:)) }
  func takeNewStacks() -> [StackID] { storedStacks.takeNew().map(StackID.init(rawValue:)) }
  func takeNewHolders() -> [HolderID] { storedHolders.takeNew().map(HolderID.init(rawValue:)) }

  /// Nothing is stored any more.
  func forgetStored() {
    storedTexts = StoredNumbers()
    storedStacks = StoredNumbers()
    storedHolders = StoredNumbers()
  }

  func isMentioned(_ id: TextID) -> Bool { storedTexts.contains(id.rawValue) }
  func isMentioned(_ id: StackID) -> Bool { storedStacks.contains(id.rawValue) }
  func isMentioned(_ id: HolderID) -> Bool { storedHolders.contains(id.rawValue) }

  // MARK: Reading

  /// What a stored number stands for in this process; nil for one that was never stored.
  func text(_ number: UInt32) -> TextID? { number == 0 ? TextID.none : readTexts[number] }
  func stack(_ number: UInt32) -> StackID? { number == 0 ? StackID.none : readStacks[number] }
  func holder(_ number: UInt32) -> HolderID? { number == 0 ? .unknown : readHolders[number] }

  func session(_ number: Int) -> Session? { sessions[number] }

  func learn(_ session: Session) { sessions[session.number] = session }
  func learn(_ number: UInt32, _ id: TextID) { readTexts[number] = id }
  func learn(_ number: UInt32, _ id: StackID) { readStacks[number] = id }
  func learn(_ number: UInt32, _ id: HolderID) { readHolders[number] = id }
}

/// A set of small numbers that notes which are new in it. 0 is always in it.
private struct StoredNumbers {
  private var words: [UInt64] = []
  private var new: [UInt32] = []

  mutating func mention(_ number: UInt32) {
    if number == 0 { return }
    let word = Int(number >> 6)
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: max(word + 1 - words.count, words.count)))
    }
    let bit: UInt64 = 1 << UInt64(number & 63)
    if words[word] & bit != 0 { return }
    words[word] |= bit
    new.append(number)
  }

  func contains(_ number: UInt32) -> Bool {
    let word = Int(number >> 6)
    return number == 0 || word < words.count && words[word] & (1 << UInt64(number & 63)) != 0
  }

  /// Those that were mentioned for the first time since the last call.
  mutating func takeNew() -> [UInt32] {
    defer { new = [] }
    return new
  }
}

extension TextID: Archivable {
  package static var blank: TextID { .none }
  package mutating func pass(through archive: inout Archive) {
    var number = rawValue
    archive.pass(&number)
    if !archive.isReading { return archive.names.mention(self) }
    guard let id = archive.names.text(number) else { return archive.refuse() }
    self = id
  }
}

extension StackID: Archivable {
  package static var blank: StackID { .none }
  package mutating func pass(through archive: inout Archive) {
    var number = rawValue
    archive.pass(&number)
    if !archive.isReading { return archive.names.mention(self) }
    guard let id = archive.names.stack(number) else { return archive.refuse() }
    self = id
  }
}

extension HolderID: Archivable {
  package static var blank: HolderID { .unknown }
  package mutating func pass(through archive: inout Archive) {
    var number = rawValue
    archive.pass(&number)
    if !archive.isReading { return archive.names.mention(self) }
    guard let id = archive.names.holder(number) else { return archive.refuse() }
    self = id
  }
}

extension SourceID: Archivable {
  package static var blank: SourceID { SourceID(rawValue: 0) }
  package mutating func pass(through archive: inout Archive) { archive.pass(&rawValue) }
}

extension Place: Archivable {
  package static var blank: Place { Place(source: .blank, line: 0) }
  package mutating func pass(through archive: inout Archive) {
    archive.pass(&source)
    archive.pass(&line)
    archive.pass(&sequence)
  }
}

extension Origin: Archivable {
  package static var blank: Origin { Origin() }
  package mutating func pass(through archive: inout Archive) {
    archive.pass(&device)
    archive.pass(&process)
    archive.pass(&pid)
    archive.pass(&session)
  }
}

extension Frame: Archivable {
  package static var blank: Frame { Frame(image: .none, symbol: .none) }
  package mutating func pass(through archive: inout Archive) {
    archive.pass(&image)
    archive.pass(&symbol)
    archive.pass(&offset)
    archive.pass(&address)
  }
}
