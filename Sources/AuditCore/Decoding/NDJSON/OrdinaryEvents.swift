/// The begins and ends that a client prints all day, known by their shape: it writes all events of a kind with
/// the same keys in the same order, so what stands between the values is compared with an earlier line's
/// instead of being read, and the line's end is found on the way.
///
/// What is read here would have been read the same by `ClientEvents`; all else is left to that.
struct OrdinaryEvents {
  /// Of all shapes, one behind the other.
  private var parts: [EventShape.Part] = []
  private var shapes: [EventShape] = []
  /// Those that fitted last, by a bit of the byte that tells begins from ends where lines begin with
  /// `{"event":"`.
  private var latest = InlineArray<2, Int>(repeating: 0)
  /// How many lines that fitted none may still be looked at as a model for others.
  private var lessons = Self.shapesMax
  private var misses = 0
  private static let shapesMax = 8
  /// A client whose keys come in ever another order pays for one lesson in so many lines.
  private static let missesPerLesson = 64

  var heldBytes: Int { parts.storageBytes + shapes.storageBytes }

  /// Reads the line that begins at `start`. Returns where the next begins; nil where this one is like none
  /// that was learnt, or does not end within `bytes`.
  @inline(__always)
  mutating func read(
    _ bytes: Span<UInt8>, from start: Int, into found: inout OrdinaryEvent,
    _ stacks: borrowing ClientStacks, _ likely: borrowing LikelyTexts
  ) -> Int? {
    let kind = Int(bytes.byte(at: start &+ 10) &>> 2 & 1)
    var place = latest[kind]
    var tried = 0
    while tried < shapes.count {
      let shape = shapes[place]
      // What a shape that did not fit has left in `found` stands: up to where they differ, the one that fits
      // has the same keys and values.
      let end = found.read(
        bytes, from: start, by: parts.span.extracting(shape.parts), stacks, likely)
      if let end {
        if shape.isEnd { found.event.action = .end }
        found.event.hasHandler = shape.hasHandler
        latest[kind] = place
        return end
      }
      place = place &+ 1 < shapes.count ? place &+ 1 : 0
      tried &+= 1
    }
    return nil
  }

  /// Takes a line as a model that was read as an event.
  mutating func learn(_ line: Span<UInt8>) {
    misses += 1
    if misses % Self.missesPerLesson == 0, lessons == 0 { lessons = 1 }
    if lessons == 0 { return }
    lessons -= 1
    guard var model = EventModel(of: line) else { return }
    if shapes.count == Self.shapesMax { forgetOldest() }
    model.shape.parts = parts.count..<parts.count + model.parts.count
    parts += model.parts
    shapes.append(model.shape)
  }

  private mutating func forgetOldest() {
    let count = shapes.removeFirst().parts.count
    parts.removeFirst(count)
    for index in shapes.indices {
      let range = shapes[index].parts
      shapes[index].parts = range.lowerBound - count..<range.upperBound - count
    }
    latest = InlineArray(repeating: 0)
  }
}

/// The keys of one begin or end in their order.
struct EventShape {
  /// What is the same in all lines of a shape, and the value behind it.
  struct Part {
    /// Up to 16 bytes, the first one lowest, and which bits of them count.
    var text: (UInt64, UInt64) = (0, 0)
    var mask: (UInt64, UInt64) = (0, 0)
    var count: UInt8 = 0
    var value = Value.nothing
  }

  enum Value: UInt8 {
    /// More of what is the same.
    case nothing
    case id, sequence, time, remaining, thread, number
    case session, name, slot, threadText, text
    case stack
  }

  var parts = 0..<0
  /// What is said by words that are the same in all lines.
  var isEnd = false
  var hasHandler: Bool?
}
