/// The quick way over the objects that clients really send: no nesting but the stack, nothing escaped, no
/// white space but one space behind a colon or comma.
///
/// It takes no object that `EventFields.read` would refuse or read otherwise, and leaves all others to it.
extension EventFields {
  /// False where the object is not of the ordinary kind; the fields are then worth nothing.
  mutating func scan(_ line: Span<UInt8>, _ stacks: inout ClientStacks) -> Bool {
    // Behind the brace, and then behind each comma.
    var index = 1
    /// Where the bytes begin of which it is not known that they are plain.
    var unseen = 0
    while true {
      if line.byte(at: index) == 0x20 { index &+= 1 }
      guard line.byte(at: index) == UInt8(ascii: "\"") else { return false }
      let name = line.word(at: index &+ 1)
      let quote = name.mask(of: UInt8(ascii: "\""))
      var key = Key.other
      if quote != 0, let short = Key(short: name.before(quote)) {
        key = short
        index &+= quote.firstPlace &+ 2
      } else if name == UInt64.spelt("remainin"),
        line.word(at: index &+ 9).first(2) == UInt64.spelt("g\"")
      {
        key = .remaining
        index &+= 11
      } else {
        guard let long = scanLongKey(line, at: &index) else { return false }
        key = long
      }
      guard line.byte(at: index) == UInt8(ascii: ":") else { return false }
      index &+= 1
      var first = line.byte(at: index)
      if first == 0x20 {
        index &+= 1
        first = line.byte(at: index)
      }
      let start = index
      if first == UInt8(ascii: "\"") {
        guard let end = Self.stringEnd(line, from: start &+ 1, &unseen) else { return false }
        self[key] = Value(.string, from: start &+ 1, to: end)
        index = end &+ 1
      } else if first.isDigit {
        guard Self.passNumber(line, at: &index) else { return false }
        self[key] = Value(.number, from: start, to: index)
      } else {
        guard scanOther(first, of: key, line, at: &index, &stacks) else { return false }
        if first == UInt8(ascii: "[") { unseen = index }
      }
      let next = line.byte(at: index)
      index &+= 1
      if next == UInt8(ascii: ",") { continue }
      return next == UInt8(ascii: "}") && index == line.count
    }
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
  private static func stringEnd(
    _ line: Span<UInt8>, from start: Int, _ unseen: inout Int
  ) -> Int? {
    var end = start
    while true {
      let place = line.word(at: end).mask(of: UInt8(ascii: "\"")).firstPlace
      end &+= place
      if place < 8 { break }
      if end >= line.count { return nil }
    }
    while unseen < end {
      if line.count < 32 { return line.plainTextEnd(from: start) == end ? end : nil }
      // The last block holds bytes of the one before as well.
      if !line.block(at: min(unseen, line.count &- 32)).isPlain { return nil }
      unseen &+= 32
    }
    return end
  }

  /// A number without sign and exponent.
  @inline(__always)
  private static func passNumber(_ line: Span<UInt8>, at index: inout Int) -> Bool {
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
