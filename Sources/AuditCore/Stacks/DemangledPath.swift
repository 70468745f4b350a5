/// The place in the source that a demangled Swift name stands for, without the types of its signature:
/// `closure #1 () -> () in Tolk.(Client in _2F0A).send(to: Swift.Int) -> ()` is `Tolk.Client.send(to:)`.
struct DemangledPath {
  /// Module, types, member; an accessor (`getter`) is a component of its own.
  private(set) var components: [String]
  /// How many leading components are module and types; an accessor belongs to its property.
  private(set) var typeCount = 1
  private(set) var isClosure = false
  /// The argument labels, `(to:_:)`; nil where there are no arguments.
  private(set) var labels: String?
  var extensionModule: String?

  /// A path that was read by hand; `typeCount` is at least 1 and at most the number of components.
  init(components: [String], typeCount: Int) {
    self.components = components
    self.typeCount = typeCount
  }

  init(_ text: Span<UInt8>) {
    components = []
    let end = text.find(" with unmangled suffix ") ?? text.count
    let body = text.extracting(0..<end)
    if let witness = Self.witness(body) {
      self = DemangledPath(body.extracting(witness.requirement))
      let member = components.dropFirst(typeCount)
      var start = witness.type.lowerBound
      read(body, &start, witness.type.upperBound)
      typeCount = max(1, components.count)
      components += member
      return
    }
    var start = 0
    if let inner = Self.last(" in ", body) {
      isClosure = true
      start = inner + 4
    }
    readPastPhrases(body, from: start)
    let memberCount = Self.accessors.contains(components.last ?? "") ? 2 : 1
    typeCount = max(1, components.count - memberCount)
  }

  /// Each turn drops one leading phrase such as `static` or `generic specialization <…> of`.
  private mutating func readPastPhrases(_ body: Span<UInt8>, from start: Int) {
    var start = start
    for _ in 0..<Self.phrasesMax {
      var cursor = start
      if body.has("(", at: start), !body.has("(extension in ", at: start) {
        // `(2) await resume partial function for …`
        guard let close = body.find(") ", from: start) else {
          return read(body, &cursor, body.count)
        }
        if close - start <= 4 { cursor = close + 1 }
      }
      if cursor == start { read(body, &cursor, body.count) }
      if components.count > 1 || cursor >= body.count || body[cursor] != 0x20 { return }
      guard let next = Self.next(after: cursor, body) else { return }
      start = next
    }
  }

  private static let phrasesMax = 16
  private static let accessors: Set<String> = [
    "getter", "setter", "modify", "read", "modify2", "read2", "didset", "willset",
    "unsafeAddressor", "unsafeMutableAddressor", "materializeForSet",
  ]
  private static let modifiers: [StaticString] = [
    "@objc", "@nonobjc", "static", "merged", "dynamic", "override", "distributed thunk", "async",
  ]

  /// `protocol witness for Proto.f() in conformance Tolk.Client : Proto in Tolk` is code of the
  /// conforming type.
  private static func witness(
    _ text: Span<UInt8>
  ) -> (requirement: Range<Int>, type: Range<Int>)? {
    guard let phrase = text.find("protocol witness for "),
      let at = text.find(" in conformance ", from: phrase + 21)
    else { return nil }
    let type = at + 16
    return (phrase + 21..<at, type..<(text.find(" : ", from: type) ?? text.count))
  }

  /// The last place outside all brackets where `word` stands.
  private static func last(_ word: StaticString, _ text: Span<UInt8>) -> Int? {
    var nesting = Nesting()
    var found: Int?
    for index in text.indices {
      if nesting.depth == 0, text.has(word, at: index) { found = index }
      nesting.pass(text[index], after: index > 0 ? text[index - 1] : 0)
    }
    return found
  }

  /// Where the name begins again after a leading phrase that ends at `cursor`.
  private static func next(after cursor: Int, _ text: Span<UInt8>) -> Int? {
    for modifier in modifiers {
      if text.has(modifier, at: cursor - modifier.utf8CodeUnitCount) { return cursor + 1 }
    }
    var nesting = Nesting()
    for index in cursor..<text.count {
      if nesting.depth == 0 {
        for word: StaticString in [" of ", " for ", " to "] where text.has(word, at: index) {
          return index + word.utf8CodeUnitCount
        }
      }
      nesting.pass(text[index], after: index > 0 ? text[index - 1] : 0)
    }
    return nil
  }

  /// Reads `Module.Type<…>.(name in _HASH)(labels…)` and leaves `cursor` at what follows.
  private mutating func read(_ text: Span<UInt8>, _ cursor: inout Int, _ end: Int) {
    components = []
    readExtension(text, &cursor, end)
    while cursor < end {
      let start = cursor
      if text[cursor] == UInt8(ascii: "(") {
        guard let inner = privateName(text, &cursor, end) else { return }
        components.append(inner)
      } else {
        skipName(text, &cursor, end)
        guard cursor > start else { return }
        components.append(String(decodingSpan: text.extracting(start..<cursor)))
      }
      if cursor < end, text[cursor] == UInt8(ascii: "<") { skipBrackets(text, &cursor, end) }
      guard cursor < end, text[cursor] == UInt8(ascii: ".") else { break }
      cursor += 1
    }
    for fixity: StaticString in [" infix(", " prefix(", " postfix("]
    where text.has(fixity, at: cursor) {
      cursor += fixity.utf8CodeUnitCount - 1
    }
    if cursor < end, text[cursor] == UInt8(ascii: "("), !components.isEmpty {
      labels = Self.labels(text, cursor, end)
      skipBrackets(text, &cursor, end)
    }
  }

  private mutating func readExtension(_ text: Span<UInt8>, _ cursor: inout Int, _ end: Int) {
    guard text.has("(extension in ", at: cursor),
      let close = text.firstIndex(of: UInt8(ascii: ")"), from: cursor), close < end
    else { return }
    extensionModule = String(decodingSpan: text.extracting(cursor + 14..<close))
    cursor = text.has("):", at: close) ? close + 2 : close + 1
  }

  /// `(name in _HASH)`: the hash differs between builds of moved files.
  private func privateName(_ text: Span<UInt8>, _ cursor: inout Int, _ end: Int) -> String? {
    let start = cursor + 1
    guard let stop = text.find(" in ", from: start), stop < end else { return nil }
    skipBrackets(text, &cursor, end)
    return String(decodingSpan: text.extracting(start..<min(stop, cursor)))
  }

  private func skipName(_ text: Span<UInt8>, _ cursor: inout Int, _ end: Int) {
    // An operator function's name may hold brackets: `Tolk.Box.< infix(…)`.
    let isOperator = !Self.isWord(text[cursor])
    while cursor < end {
      let byte = text[cursor]
      if byte == 0x20 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ":") { return }
      if !isOperator, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "<") { return }
      cursor += 1
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  private func skipBrackets(_ text: Span<UInt8>, _ cursor: inout Int, _ end: Int) {
    var nesting = Nesting()
    while cursor < end {
      nesting.pass(text[cursor], after: cursor > 0 ? text[cursor - 1] : 0)
      cursor += 1
      if nesting.depth == 0 { return }
    }
  }

  /// `(to: Swift.Int, Swift.Int)` becomes `(to:_:)`.
  private static func labels(_ text: Span<UInt8>, _ open: Int, _ end: Int) -> String {
    var nesting = Nesting()
    var labels = "("
    var start = open + 1
    var label: Range<Int>?
    var index = open
    while index < end {
      let byte = text[index]
      let isEnd = nesting.depth == 1 && byte == UInt8(ascii: ")")
      if nesting.depth == 1, byte == UInt8(ascii: ":"), label == nil {
        label = min(start, index)..<index
      }
      if isEnd || (nesting.depth == 1 && byte == UInt8(ascii: ",")) {
        if let label { labels += String(decodingSpan: text.extracting(label)) + ":" }
        if label == nil, index > start { labels += "_:" }
        label = nil
        start = min(index + 2, end)
      }
      if isEnd { break }
      nesting.pass(byte, after: index > 0 ? text[index - 1] : 0)
      index += 1
    }
    return labels + ")"
  }
}
