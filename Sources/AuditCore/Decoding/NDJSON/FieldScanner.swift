/// The quick way over the objects that clients really send: no nesting but the stack, nothing escaped, no
/// white space but one space behind a colon or comma.
///
/// It takes no object that `EventFields.read` would refuse or read otherwise, and leaves all others to it.
extension EventFields {
  /// False where the object is not of the ordinary kind; the fields are then worth nothing.
  mutating func scan(_ line: Span<UInt8>, _ stacks: inout ClientStacks) -> Bool {
    // On the opening quote of each key.
    var index = line.byte(at: 1) == 0x20 ? 2 : 1
    if line.byte(at: index) != UInt8(ascii: "\"") { return false }
    while true {
      guard let key = scanKey(line, at: &index) else { return false }
      // The colon and the value's first byte.
      guard var pair = line.pair(at: index), pair & 0xFF == UInt16(UInt8(ascii: ":")) else {
        return false
      }
      index &+= 1
      if pair &>> 8 == 0x20 {
        index &+= 1
        pair = UInt16(line.byte(at: index)) &<< 8
      }
      let start = index
      let first = UInt8(truncatingIfNeeded: pair &>> 8)
      if first == UInt8(ascii: "\"") {
        guard let end = Self.stringEnd(line, from: start &+ 1) else { return false }
        self[key] = Value(.string, from: start &+ 1, to: end)
        index = end &+ 1
      } else if first.isDigit {
        guard Self.passNumber(line, at: &index) else { return false }
        self[key] = Value(.number, from: start, to: index)
      } else {
        guard scanOther(first, of: key, line, at: &index, &stacks) else { return false }
      }
      // A comma and the next key's quote, or the end.
      guard let next = line.pair(at: index) else {
        return line.byte(at: index) == UInt8(ascii: "}") && index == line.count &- 1
      }
      index &+= 1
      if next == UInt16(UInt64.spelt(",\"")) { continue }
      guard next == UInt16(UInt64.spelt(", ")), line.byte(at: index &+ 1) == UInt8(ascii: "\"")
      else { return false }
      index &+= 1
    }
  }

  /// `index` stands on the opening quote and moves behind the closing one.
  @inline(__always)
  private mutating func scanKey(_ line: Span<UInt8>, at index: inout Int) -> Key? {
    let name = line.word(at: index &+ 1)
    let quote = name.mask(of: UInt8(ascii: "\""))
    let length = quote.firstPlace
    // A key that ends in NUL is not the one without.
    if quote != 0, let key = Key(short: name.before(quote)), line.byte(at: index &+ length) != 0 {
      index &+= length &+ 2
      return key
    }
    if name == UInt64.spelt("remainin"),
      line.word(at: index &+ 9).first(2) == UInt64.spelt("g\"")
    {
      index &+= 11
      return .remaining
    }
    return scanLongKey(line, at: &index)
  }

  /// `index` stands on the opening quote and moves behind the closing one.
  @inline(never)
  private mutating func scanLongKey(_ line: Span<UInt8>, at index: inout Int) -> Key? {
    let end = line.plainTextEnd(from: index &+ 1)
    guard line.byte(at: end) == UInt8(ascii: "\"") else { return nil }
    let name = JSONString(range: index &+ 1..<end, isEscaped: false)
    index = end &+ 1
    return note(name, line) ?? .other
  }

  /// A word, or a stack that is known. `index` stands on its first byte and moves behind its last.
  @inline(never)
  private mutating func scanOther(
    _ first: UInt8, of key: Key, _ line: Span<UInt8>, at index: inout Int,
    _ stacks: inout ClientStacks
  ) -> Bool {
    let word = line.word(at: index)
    if first == UInt8(ascii: "["), key == .stack, let known = stacks.known(in: line, at: index) {
      self[key] = Value(.array, from: index, to: known.end)
      index = known.end
      knownStack = known.stack
    } else if word.first(4) == UInt64.spelt("true") {
      self[key] = Value(.yes, from: 0, to: 0)
      index &+= 4
    } else if word.first(5) == UInt64.spelt("false") {
      self[key] = Value(.no, from: 0, to: 0)
      index &+= 5
    } else if word.first(4) == UInt64.spelt("null") {
      self[key] = Value()
      index &+= 4
    } else {
      return false
    }
    return true
  }

  /// Where the quote stands that closes a string without anything that would need a closer look.
  @inline(__always)
  private static func stringEnd(_ line: Span<UInt8>, from start: Int) -> Int? {
    let end = line.plainTextEnd(from: start)
    return line.byte(at: end) == UInt8(ascii: "\"") ? end : nil
  }

  /// A number without sign and exponent.
  @inline(__always)
  static func passNumber(_ line: Span<UInt8>, at index: inout Int) -> Bool {
    let start = index
    index = passDigits(line, from: start)
    if line.byte(at: start) == UInt8(ascii: "0"), index &- start > 1 { return false }
    if line.byte(at: index) == UInt8(ascii: ".") {
      let point = index
      index = passDigits(line, from: point &+ 1)
      if index == point &+ 1 { return false }
    }
    return true
  }

  @inline(__always)
  private static func passDigits(_ line: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while true {
      let digits = line.word(at: index).maskOfNoDigit.firstPlace
      index &+= digits
      if digits < 8 { return index }
    }
  }
}

extension EventFields.Key {
  /// Keys of at most seven bytes, the first byte lowest.
  @inline(__always)
  fileprivate init?(short word: UInt64) {
    switch word {
    case UInt64.spelt("v"): self = .v
    case UInt64.spelt("t"): self = .t
    case UInt64.spelt("id"): self = .id
    case UInt64.spelt("os"): self = .os
    case UInt64.spelt("seq"): self = .seq
    case UInt64.spelt("age"): self = .age
    case UInt64.spelt("app"): self = .app
    case UInt64.spelt("pid"): self = .pid
    case UInt64.spelt("ack"): self = .ack
    case UInt64.spelt("name"): self = .name
    case UInt64.spelt("slot"): self = .slot
    case UInt64.spelt("code"): self = .code
    case UInt64.spelt("text"): self = .text
    case UInt64.spelt("event"): self = .event
    case UInt64.spelt("state"): self = .state
    case UInt64.spelt("count"): self = .count
    case UInt64.spelt("stack"): self = .stack
    case UInt64.spelt("thread"): self = .thread
    case UInt64.spelt("device"): self = .device
    case UInt64.spelt("reason"): self = .reason
    case UInt64.spelt("stream"): self = .stream
    case UInt64.spelt("handler"): self = .handler
    case UInt64.spelt("session"): self = .session
    case UInt64.spelt("process"): self = .process
    case UInt64.spelt("battery"): self = .battery
    default: return nil
    }
  }
}
