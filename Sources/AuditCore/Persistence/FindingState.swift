extension FindingKey: Archivable {
  static var blank: FindingKey { FindingKey(rule: .unpairedTask) }
  mutating func pass(through archive: inout Archive) {
    archive.passCase(&rule)
    archive.pass(&task)
    archive.pass(&ordinal)
  }
}

extension BlameSource: Archivable {
  static var blank: BlameSource { BlameSource() }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&stack)
    archive.pass(&name)
    archive.pass(&isSystem)
  }
}

extension FindingRecord: Archivable {
  static var blank: FindingRecord {
    FindingRecord(key: .blank, number: 0, severity: .info, state: .suspected)
  }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&key)
    archive.pass(&number)
    archive.passCase(&severity)
    archive.passCase(&state)
    archive.passOptional(&stage, blank: .open) { $0.passCase(&$1) }
    archive.passList(&causes, blank: .unpairedTask) { $0.passCase(&$1) }
    archive.pass(&by)
    archive.pass(&candidates)
    archive.pass(&related)
    archive.passCase(&confidence)
    archive.pass(&tentative)
    archive.pass(&blame)
    archive.pass(&evidence)
    archive.require(evidence.count <= Limits.evidenceMax)
    archive.pass(&evidenceDropped)
    archive.pass(&task)
    archive.pass(&quantity)
    archive.pass(&text)
    archive.passOptional(&announced, blank: (state: .suspected, severity: .info)) {
      $0.passCase(&$1.state)
      $0.passCase(&$1.severity)
    }
    if archive.format >= 3 { archive.pass(&mark) }
    if archive.format >= 5 {
      archive.pass(&isAlerted)
    } else {
      // Every one was, before findings were alerted by group.
      isAlerted = announced.map { $0.state != .cleared } ?? false
    }
  }
}

extension Overwrite: Archivable {
  static var blank: Overwrite { Overwrite(evidence: .holder, by: 0, confidence: .possible) }
  mutating func pass(through archive: inout Archive) {
    archive.passCase(&evidence)
    archive.pass(&by)
    archive.passCase(&confidence)
    archive.pass(&candidates)
    archive.pass(&isConfirmed)
    archive.pass(&items)
  }
}

extension Footprint: Archivable {
  static var blank: Footprint { Footprint(kind: .zero(.unknown), order: 0, item: .blank) }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&kind)
    archive.pass(&order)
    archive.pass(&item)
    archive.pass(&account)
  }
}

extension Footprint.Kind: Archivable {
  static var blank: Footprint.Kind { .zero(.unknown) }

  mutating func pass(through archive: inout Archive) {
    var tag: UInt8 =
      switch self {
      case .zero: 0
      case .again: 1
      case .handler: 2
      }
    archive.pass(&tag)
    switch tag {
    case 0:
      var holder = HolderID.unknown
      if case .zero(let own) = self { holder = own }
      archive.pass(&holder)
      self = .zero(holder)
    case 1:
      var task = TaskRecord.blank
      if case .again(let own) = self { task = own }
      archive.pass(&task)
      self = .again(task)
    case 2:
      var task: UInt64 = 0
      if case .handler(let own) = self { task = own }
      archive.pass(&task)
      self = .handler(task)
    default: archive.refuse()
    }
  }
}
