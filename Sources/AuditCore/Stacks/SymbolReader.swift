/// Reads symbols: whose a frame is, which class keeps an id, what stays the same between builds.
package final class SymbolReader {
  /// Demangles a Swift symbol; nil where it is none. Passed in: the core imports nothing.
  package typealias Demangle = (String) -> String?

  private let demangle: Demangle
  private let systemImages: SystemImages
  private let hooks: HookFrames
  var holders = HolderTable()
  private var names: [TextID: CodeName] = [:]
  private var nameFacts: [TextID: StackFacts] = [:]

  /// `systemImages` and `hookSymbols` extend the built-in lists: see `SystemImages`, `HookFrames`.
  package init(
    demangle: @escaping Demangle, systemImages: [String] = [], hookSymbols: [String] = []
  ) {
    self.demangle = demangle
    self.systemImages = SystemImages(extra: systemImages)
    hooks = HookFrames(extra: hookSymbols)
  }

  /// Finds the blame frame (`audit-model.md` §2): the first that is neither the system's nor a hook's.
  package func facts(of frames: [Frame], texts: TextTable) -> StackFacts {
    var facts = StackFacts()
    var digest = StableHash()
    var blame: ReadFrame?
    var fallback: ReadFrame?
    for frame in frames {
      let read = read(frame, texts: texts)
      if read.callsHandlers || (blame != nil && read.isHandlerBlock) { facts.insideHandler = true }
      switch read.part {
      case .app:
        if blame == nil { blame = read }
        digest.add(HolderTable.stableImage(read.image))
        digest.add(read.name.normalised)
        facts.digest = digest.value
      case .wrapper: if fallback?.part != .wrapper { fallback = read }
      case .noise: if fallback == nil { fallback = read }
      case .hook, .system: break
      }
    }
    if let frame = blame ?? fallback { assign(frame, to: &facts) }
    return facts
  }

  /// One text a frame, demangled: `Image  symbol + offset`.
  package func lines(of frames: [Frame], texts: TextTable) -> [String] {
    frames.map { frame in
      let offset = frame.offset.map { " + \($0)" } ?? ""
      let name = name(frame.symbol, texts: texts)
      let symbol = name.kind == .stripped ? "<redacted>" : name.readable
      return "\(texts[frame.image])  \(symbol)\(offset)"
    }
  }

  /// The holder and blame of a task that has no stack, from its name: the class in UIKit's default
  /// name `Called by IMAGE, from SYMBOL` unless that is the hook's, else the name itself.
  package func facts(ofName name: TextID, texts: TextTable) -> StackFacts {
    if name.isNone { return StackFacts() }
    if let known = nameFacts[name] { return known }
    let facts = facts(ofNameText: texts[name], texts: texts)
    if nameFacts.count >= Limits.symbolsMax { nameFacts = [:] }
    nameFacts[name] = facts
    return facts
  }

  /// Forgets what it keeps by numbers of texts and holders, and the holders that are not mentioned.
  func sweep(keeping isMentioned: (HolderID) -> Bool) {
    names = [:]
    nameFacts = [:]
    holders.sweep(keeping: isMentioned)
  }

  private enum Part { case app, wrapper, noise, hook, system }

  private struct ReadFrame {
    var part: Part
    var image: String
    var name: CodeName
    var callsHandlers = false
    var isHandlerBlock = false
  }

  private func read(_ frame: Frame, texts: TextTable) -> ReadFrame {
    let image = texts[frame.image]
    let symbol = texts[frame.symbol]
    let name = name(frame.symbol, texts: texts)
    var read = ReadFrame(part: .app, image: image, name: name)
    // Reports in JSON keep the names of images apart from the frames.
    let isCaller = Self.handlerCallers.contains(symbol)
    let isUnplaced = image.isEmpty && (isCaller || Self.isWait(symbol))
    if systemImages.contains(image) || isUnplaced {
      read.part = .system
      read.callsHandlers = isCaller
      return read
    }
    switch hooks.role(of: name, symbol: symbol) {
    case .hook:
      read.part = .hook
      read.isHandlerBlock = hooks.isHandlerBlock(name, symbol: symbol)
    case .wrapper: read.part = .wrapper
    case .app:
      if name.kind == .entry || name.kind == .thunk { read.part = .noise }
      // Generic code of the system's modules is compiled into the app's image.
      if let module = name.module, systemImages.contains(module) { read.part = .system }
    }
    return read
  }

  private func assign(_ frame: ReadFrame, to facts: inout StackFacts) {
    facts.blame.image = frame.image.isEmpty ? nil : frame.image
    if frame.part == .noise || frame.name.kind == .stripped { return }
    facts.blame.symbol = frame.name.readable
    guard frame.part == .app, let holder = frame.name.holder else { return }
    facts.blame.holder = holder
    facts.holder = holders.code(image: frame.image, text: holder)
  }

  private func facts(ofNameText text: String, texts: TextTable) -> StackFacts {
    var facts = StackFacts()
    if TaskNames.namesNobody(text) { return facts }
    if let (image, symbol) = TaskNames.defaultParts(text) {
      return self.facts(
        of: [Frame(image: texts.intern(image), symbol: texts.intern(symbol))], texts: texts)
    }
    facts.holder = holders.taskName(text)
    if !TaskNames.isSystems(text) { facts.blame.holder = text }
    var digest = StableHash()
    digest.add("task name")
    digest.add(Fingerprint.normalised(taskName: text))
    facts.digest = digest.value
    return facts
  }

  private func name(_ symbol: TextID, texts: TextTable) -> CodeName {
    if symbol.isNone { return .stripped }
    if let name = names[symbol] { return name }
    let name = CodeName.read(texts[symbol], demangle: demangle)
    if names.count >= Limits.symbolsMax { names = [:] }
    names[symbol] = name
    return name
  }

  /// Where a thread waits, in functions of the system's libraries that no app names its own by.
  private static func isWait(_ symbol: String) -> Bool { waits.contains { symbol.hasPrefix($0) } }

  private static let waits = [
    "__ulock_", "__psynch_", "__semwait_", "mach_msg", "semaphore_", "_dispatch_", "dispatch_",
    "_pthread_", "pthread_", "_os_unfair_lock_", "os_unfair_lock_", "objc_sync_",
  ]

  /// UIKit calls expiration handlers from here (seen in neeva-ios #4173).
  private static let handlerCallers: Set<String> = [
    "-[_UIBackgroundTaskInfo fireExpirationHandler]", "_fireBackgroundExpirationHandlers",
    "-[UIApplication _fireBackgroundExpirationHandlers]",
  ]
}
