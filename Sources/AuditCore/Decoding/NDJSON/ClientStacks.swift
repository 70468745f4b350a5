/// Reads the `stack` of NDJSON events and remembers what it read: a client prints the few stacks it
/// has over and over, byte for byte.
///
/// Each slot holds one hash of a whole array and its stack; a hash is in one of the `probes` slots from its
/// own on. Where those are taken the cache grows, up to `Limits.stackCacheEntries`: most clients have few
/// stacks, and there may be thousands of clients. It is the stream's own.
struct ClientStacks {
  private var hashes: [UInt64] = []
  private var stacks: [StackID] = []
  /// How long arrays are that begin with some bytes, by the hash of these.
  private var heads = StackHeads()

  var heldBytes: Int { hashes.storageBytes + stacks.storageBytes + heads.heldBytes }

  /// `array` is checked JSON: `["3   Image   0x… symbol + 4", …]` or objects
  /// `{"image", "symbol", "offset", "address", "uuid"}`, mixed as they may be.
  mutating func stack(
    _ array: Span<UInt8>, _ texts: TextTable, _ table: StackTable
  ) -> StackID {
    let hash = array.wideHash
    if let slot = slot(of: hash), hashes[slot] == hash { return stacks[slot] }
    let stack = table.intern(Self.frames(array, texts))
    remember(hash, stack)
    heads.learn(array, most: hashes.count)
    return stack
  }

  /// The array that starts at `start`, wherever its line ends: where it ends itself, and its stack. Each byte is
  /// read once.
  @inline(__always)
  func ordinary(in bytes: Span<UInt8>, at start: Int) -> (end: Int, stack: StackID)? {
    if start > bytes.count &- StackHeads.bytes { return nil }
    var hash = WideHash()
    hash.take(bytes, from: start, to: start &+ StackHeads.bytes)
    let head = hash.value(count: StackHeads.bytes)
    for probe in 0..<StackHeads.probes {
      guard let count = heads.count(of: head, probe) else { return nil }
      if count == 0 || count > bytes.count &- start { continue }
      var whole = hash
      whole.take(bytes, from: start &+ StackHeads.bytes, to: start &+ count)
      let value = whole.value(count: count)
      if let slot = slot(of: value), hashes[slot] == value { return (start &+ count, stacks[slot]) }
    }
    return nil
  }

  /// The array that starts at `start`, if it was read before: where it ends, and its stack. Bytes that were
  /// an array once are one again, so nothing of it is looked at but its hash.
  func known(in line: Span<UInt8>, at start: Int) -> (end: Int, stack: StackID)? {
    if hashes.isEmpty { return nil }
    // In most lines the stack is the last value.
    let last = line.count - 1
    if line.byte(at: last - 1) == UInt8(ascii: "]"), let stack = known(line, start..<last) {
      return (last, stack)
    }
    guard let end = Self.end(in: line, from: start), end != last,
      let stack = known(line, start..<end)
    else { return nil }
    return (end, stack)
  }

  private func known(_ line: Span<UInt8>, _ range: Range<Int>) -> StackID? {
    let hash = line.extracting(range).wideHash
    guard let slot = slot(of: hash), hashes[slot] == hash else { return nil }
    return stacks[slot]
  }

  /// The place behind the first bracket that closes behind a string or an object, as those of selectors
  /// do not.
  private static func end(in line: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while let bracket = line.place(of: UInt8(ascii: "]"), from: index) {
      let last = line.byte(at: bracket - 1)
      if last == UInt8(ascii: "\"") || last == UInt8(ascii: "}") { return bracket + 1 }
      index = bracket + 1
    }
    return nil
  }

  private static let entriesMin = 16
  private static let probes = 16

  /// Where the hash is or could be put; nil where its slots are taken. The number of slots is a power of
  /// two, and none is ever emptied.
  private func slot(of hash: UInt64) -> Int? {
    if hashes.isEmpty { return nil }
    for probe in 0..<Self.probes {
      let slot = Int(truncatingIfNeeded: hash &+ UInt64(probe)) & (hashes.count - 1)
      if hashes[slot] == hash || hashes[slot] == 0 { return slot }
    }
    return nil
  }

  private mutating func remember(_ hash: UInt64, _ stack: StackID) {
    while slot(of: hash) == nil, hashes.count < Limits.stackCacheEntries { grow() }
    let slot = slot(of: hash) ?? Int(truncatingIfNeeded: hash) & (hashes.count - 1)
    hashes[slot] = hash
    stacks[slot] = stack
  }

  private mutating func grow() {
    let count = max(hashes.count * 2, Self.entriesMin)
    let old = zip(hashes, stacks).filter { $0.0 != 0 }
    hashes = Array(repeating: 0, count: count)
    stacks = Array(repeating: .none, count: count)
    for (hash, stack) in old {
      // In more slots than before there is room for each; were there not, one would be read again.
      guard let slot = slot(of: hash) else { continue }
      hashes[slot] = hash
      stacks[slot] = stack
    }
  }

  /// Frames that cannot be read are left out.
  private static func frames(_ array: Span<UInt8>, _ texts: TextTable) -> [Frame] {
    var frames: [Frame] = []
    var cursor = JSONCursor()
    do throws(JSONError) {
      try cursor.beginArray(in: array)
      while try cursor.nextElement(in: array), frames.count < Limits.stackFramesMax {
        if let frame = try frame(&cursor, array, texts) { frames.append(frame) }
      }
    } catch {
      // The line was read as a whole before: what throws here has been reported there.
      return frames
    }
    return frames
  }

  private static func frame(
    _ cursor: inout JSONCursor, _ array: Span<UInt8>, _ texts: TextTable
  ) throws(JSONError) -> Frame? {
    switch try cursor.peek(in: array) {
    case .string:
      let text = try cursor.string(in: array)
      if !text.isEscaped { return FrameText.parse(array.extracting(text.range), texts: texts) }
      var plain: [UInt8] = []
      text.append(to: &plain, in: array)
      return FrameText.parse(plain.span, texts: texts)
    case .object: return try object(&cursor, array, texts)
    default:
      try cursor.skipValue(in: array)
      return nil
    }
  }

  private static func object(
    _ cursor: inout JSONCursor, _ array: Span<UInt8>, _ texts: TextTable
  ) throws(JSONError) -> Frame? {
    var frame = Frame(image: .none, symbol: .none)
    try cursor.beginObject(in: array)
    while let key = try cursor.nextKey(in: array) {
      let kind = try cursor.peek(in: array)
      switch true {
      case kind == .string && key.equals("image", in: array):
        frame.image = try text(&cursor, array, texts, Limits.labelBytesMax)
      case kind == .string && key.equals("symbol", in: array):
        frame.symbol = try text(&cursor, array, texts, Limits.symbolBytesMax)
      case key.equals("offset", in: array): frame.offset = try address(&cursor, array)
      case key.equals("address", in: array): frame.address = try address(&cursor, array)
      default: try cursor.skipValue(in: array)
      }
    }
    return frame.image.isNone && frame.symbol.isNone ? nil : frame
  }

  private static func text(
    _ cursor: inout JSONCursor, _ array: Span<UInt8>, _ texts: TextTable, _ bytesMax: Int
  ) throws(JSONError) -> TextID {
    let text = try cursor.string(in: array)
    if !text.isEscaped {
      let bytes = array.extracting(text.range)
      return FrameText.isStripped(bytes) ? .none : texts.intern(bytes, bytesMax: bytesMax)
    }
    var plain: [UInt8] = []
    text.append(to: &plain, in: array)
    return texts.intern(plain.span, bytesMax: bytesMax)
  }

  /// A number, or a string of hexadecimal digits.
  private static func address(
    _ cursor: inout JSONCursor, _ array: Span<UInt8>
  ) throws(JSONError) -> UInt64? {
    switch try cursor.peek(in: array) {
    case .number: return try cursor.number(in: array).unsigned(in: array)
    case .string:
      var position = try cursor.string(in: array).range.lowerBound
      return array.hexadecimal(at: &position)
    default:
      try cursor.skipValue(in: array)
      return nil
    }
  }
}
