/// Events that wait in a decoder or a session for what comes after them.
extension Event: Archivable {
  package static var blank: Event { Event(.bye, place: .blank, wording: .other) }

  package mutating func pass(through archive: inout Archive) {
    archive.pass(&action)
    archive.pass(&origin)
    archive.pass(&stamp)
    archive.pass(&place)
    archive.passCase(&wording)
    archive.pass(&id)
    archive.pass(&name)
    archive.pass(&stack)
    archive.pass(&slot)
    archive.pass(&hasHandler)
    archive.passPrinted(&remaining)
    archive.pass(&appState)
    archive.pass(&uncertainID)
    archive.pass(&thread)
    archive.pass(&lineHash)
  }
}

extension Event.Action: Archivable {
  package static var blank: Event.Action { .bye }

  /// What stands for each case in the archive: numbers are for ever.
  private enum Kind: UInt8 {
    case hello = 0
    case begin = 1
    case end = 2
    case expire = 3
    case expired = 4
    case state = 5
    case sample = 6
    case warning = 7
    case cantEnd = 8
    case exit = 9
    case budget = 10
    case highWater = 11
    case lost = 12
    case stack = 13
    case renumber = 14
    case bye = 15
  }

  private var kind: Kind {
    switch self {
    case .hello: .hello
    case .begin: .begin
    case .end: .end
    case .expire: .expire
    case .expired: .expired
    case .state: .state
    case .sample: .sample
    case .warning: .warning
    case .cantEnd: .cantEnd
    case .exit: .exit
    case .budget: .budget
    case .highWater: .highWater
    case .lost: .lost
    case .stack: .stack
    case .renumber: .renumber
    case .bye: .bye
    }
  }

  package mutating func pass(through archive: inout Archive) {
    var kind = kind
    archive.passCase(&kind)
    switch kind {
    case .begin: self = .begin
    case .end: self = .end
    case .expire: self = .expire
    case .expired: self = .expired
    case .stack: self = .stack
    case .bye: self = .bye
    case .hello: passHello(&archive)
    case .exit: passExit(&archive)
    case .state: passState(&archive)
    case .sample: passSample(&archive)
    case .warning: passWarning(&archive)
    case .cantEnd: passCantEnd(&archive)
    case .budget: passBudget(&archive)
    case .highWater, .lost: passCount(kind, &archive)
    case .renumber: passRenumber(&archive)
    }
  }

  private mutating func passHello(_ archive: inout Archive) {
    var hello = Event.Hello()
    if case .hello(let told) = self { hello = told }
    archive.pass(&hello)
    self = .hello(hello)
  }

  private mutating func passExit(_ archive: inout Archive) {
    var exit = Event.Exit.blank
    if case .exit(let told) = self { exit = told }
    archive.pass(&exit)
    self = .exit(exit)
  }

  private mutating func passState(_ archive: inout Archive) {
    var state = AppState.blank
    if case .state(let told) = self { state = told }
    archive.pass(&state)
    self = .state(state)
  }

  private mutating func passSample(_ archive: inout Archive) {
    var (battery, heartbeat) = (Double?.none, false)
    if case .sample(let told, let beats) = self { (battery, heartbeat) = (told, beats) }
    archive.passPrinted(&battery)
    archive.pass(&heartbeat)
    self = .sample(battery: battery, heartbeat: heartbeat)
  }

  private mutating func passWarning(_ archive: inout Archive) {
    var (age, stillNotEnded) = (Double?.none, false)
    if case .warning(let told, let isStill) = self { (age, stillNotEnded) = (told, isStill) }
    archive.passPrinted(&age)
    archive.pass(&stillNotEnded)
    self = .warning(age: age, stillNotEnded: stillNotEnded)
  }

  private mutating func passCantEnd(_ archive: inout Archive) {
    var reading: UInt64?
    if case .cantEnd(let told) = self { reading = told }
    archive.pass(&reading)
    self = .cantEnd(decimalReading: reading)
  }

  private mutating func passBudget(_ archive: inout Archive) {
    var seconds: Double?
    if case .budget(let told) = self { seconds = told }
    archive.passPrinted(&seconds)
    self = .budget(seconds ?? 0)
  }

  /// Of assertions, or of events that are missing: never negative, and whatever somebody wrote.
  private mutating func passCount(_ kind: Kind, _ archive: inout Archive) {
    var count: Int64 = 0
    switch self {
    case .highWater(let told), .lost(let told): count = Int64(told)
    default: break
    }
    archive.pass(&count)
    archive.require(count >= 0)
    self = kind == .lost ? .lost(Int(count)) : .highWater(Int(count))
  }

  private mutating func passRenumber(_ archive: inout Archive) {
    var (above, by) = (UInt64.blank, Int64.blank)
    if case .renumber(let told, let difference) = self { (above, by) = (told, difference) }
    archive.pass(&above)
    archive.pass(&by)
    self = .renumber(above: above, by: by)
  }
}

extension Event.Exit: Archivable {
  package static var blank: Event.Exit { Event.Exit(reason: .unknown) }
  package mutating func pass(through archive: inout Archive) {
    archive.passCase(&reason)
    archive.pass(&code)
    archive.pass(&text)
    archive.pass(&cause)
  }
}

extension Event.KillCause: Archivable {
  package static var blank: Event.KillCause { .unrelated }
  package mutating func pass(through archive: inout Archive) { archive.passCase(&self) }
}

extension AppState: Archivable {
  package static var blank: AppState { .foreground }
  package mutating func pass(through archive: inout Archive) { archive.passCase(&self) }
}

extension Archive {
  /// A number that a line told: it may be infinite, but no line says NaN.
  mutating func passPrinted(_ number: inout Double?) {
    pass(&number)
    require(number.map { !$0.isNaN } ?? true)
  }
}
