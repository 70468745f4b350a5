import AuditCore
import LinuxIO

/// The lines of a log that the daemon has not acknowledged yet, in their order.
///
/// They stand in batches. Each ends with a mark, whose acknowledgement frees it; the last one is open
/// and grows. A batch is sent as far as it has grown, so lines never wait for their mark.
struct PendingLines {
  /// Small enough that little is sent again, large enough that marks cost nothing.
  private static let batchLinesMax = 256
  private static let batchBytesMax = 1 << 16

  private var batches: [PendingBatch] = []
  /// What is sent next on this connection.
  private var cursor = (batch: 0, offset: 0)
  /// Lines written to this connection before the batch at the cursor, our own included.
  private var linesBefore: UInt64 = 0
  /// A line without its end.
  private var partial: [UInt8] = []
  private var hellos = RememberedHellos()
  /// What the log is called on every connection, so that the daemon knows it again.
  private let stream: String

  /// Lines of the input so far.
  private(set) var lines: UInt64 = 0
  /// Bytes that are kept.
  private(set) var byteCount = 0

  /// All are acknowledged.
  var isEmpty: Bool { batches.isEmpty }
  var hasOpenBatch: Bool { batches.last.map { $0.mark == nil } ?? false }
  var unacknowledged: UInt64 { batches.reduce(0) { $0 + $1.lines } }
  var hasUnsent: Bool {
    guard cursor.batch < batches.count else { return false }
    return cursor.batch + 1 < batches.count || cursor.offset < batches[cursor.batch].bytes.count
  }

  /// `stream` is of this log alone. `device`: all lines that name no device are of this one.
  init(stream: String, device: String? = nil) {
    self.stream = stream
    guard let device else { return }
    var json = JSONWriter()
    json.object { json in
      json.member("v", 1)
      json.member("event", "hello")
      json.member("device", device)
    }
    hellos.add(json.bytes + [0x0A])
  }

  // MARK: In

  mutating func append(_ piece: [UInt8]) {
    var start = 0
    while let end = piece[start...].firstIndex(of: 0x0A) {
      if partial.isEmpty {
        take(piece[start...end])
      } else {
        addToPartial(piece[start..<end])
        takePartial()
      }
      start = end + 1
    }
    addToPartial(piece[start...])
  }

  /// The input is over: its last line may lack its end, and `bye` may take the last mark's place.
  mutating func finish(saysBye: Bool) {
    if !partial.isEmpty { takePartial() }
    if saysBye, !hasOpenBatch {
      batches.append(PendingBatch(firstLine: lines + 1))
      seal("bye", lines + 1)
    } else {
      seal(saysBye ? "bye" : "mark", lines)
    }
  }

  /// Ends the open batch, if there is one.
  mutating func seal() { seal("mark", lines) }

  private mutating func seal(_ event: String, _ sequence: UInt64) {
    guard hasOpenBatch else { return }
    let mark = Array("{\"event\":\"\(event)\",\"seq\":\(sequence)}\n".utf8)
    byteCount += mark.count
    batches[batches.count - 1].bytes += mark
    batches[batches.count - 1].mark = sequence
  }

  /// A line longer than the daemon reads is cut to what it still refuses as too long.
  private mutating func addToPartial(_ bytes: ArraySlice<UInt8>) {
    let room = Limits.lineBytesMax + 1 - partial.count
    partial += bytes.prefix(max(0, room))
  }

  private mutating func takePartial() {
    partial.append(0x0A)
    take(partial[...])
    partial.removeAll(keepingCapacity: true)
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    // Before the next line and not behind the last one: the end of the input seals in its own way.
    if let batch = batches.last,
      batch.lines >= Self.batchLinesMax || batch.bytes.count >= Self.batchBytesMax
    {
      seal()
    }
    if !hasOpenBatch { batches.append(PendingBatch(firstLine: lines + 1)) }
    let last = batches.count - 1
    batches[last].append(line)
    lines += 1
    byteCount += line.count
  }

  // MARK: Out

  /// Writes what is unsent until `write` takes no more; returns the last outcome, nil if all is sent.
  mutating func send<Problem: Error>(
    _ write: ([UInt8], Int) throws(Problem) -> WriteOutcome
  ) throws(Problem) -> WriteOutcome? {
    while cursor.batch < batches.count {
      let index = cursor.batch
      if batches[index].placeOnConnection == nil {
        batches[index].placeOnConnection = linesBefore + 1
      }
      while cursor.offset < batches[index].bytes.count {
        let outcome = try write(batches[index].bytes, cursor.offset)
        guard case .bytes(let count) = outcome else { return outcome }
        cursor.offset += count
      }
      if batches[index].mark == nil { break }
      linesBefore += batches[index].lines + 1
      cursor = (index + 1, 0)
    }
    return nil
  }

  /// Frees what is audited. True if that was anything.
  mutating func acknowledge(_ sequence: UInt64) -> Bool {
    var count = 0
    while count < cursor.batch, let mark = batches[count].mark, mark <= sequence { count += 1 }
    for batch in batches[..<count] { forget(batch) }
    batches.removeFirst(count)
    cursor.batch -= count
    return count > 0
  }

  /// The line of the input that a line of this connection is; nil for one of our own.
  func line(ofConnectionLine line: UInt64) -> UInt64? {
    var low = 0
    var high = min(cursor.batch + 1, batches.count)
    while low < high {
      let middle = (low + high) / 2
      guard let place = batches[middle].placeOnConnection, place <= line else {
        high = middle
        continue
      }
      if line - place < batches[middle].lines { return batches[middle].firstLine + (line - place) }
      low = middle + 1
    }
    return nil
  }

  // MARK: Again

  /// The connection is gone: all that is not acknowledged is sent again on the next.
  mutating func rewind() {
    for index in batches.indices where index <= cursor.batch {
      batches[index].noteSent(index < cursor.batch ? .max : cursor.offset)
    }
    seal()
    cursor = (0, 0)
  }

  /// Lines that are kept and were sent on an earlier connection.
  var sentBefore: UInt64 { batches.reduce(0) { $0 + $1.linesSent } }

  /// A connection begins: what comes before the lines, of which `lost` could not be kept. Its last line
  /// says how many are before those that follow.
  mutating func preface(lost: UInt64) -> [UInt8] {
    var preface = Array(
      "{\"v\":1,\"event\":\"hello\",\"ack\":true,\"stream\":\"\(stream)\"}\n".utf8)
    linesBefore = 2 + UInt64(hellos.lines.count)
    for line in hellos.lines { preface += line }
    if lost > 0 {
      preface += Array("{\"event\":\"lost\",\"count\":\(lost)}\n".utf8)
      linesBefore += 1
    }
    let before = batches.first.map { $0.firstLine - 1 } ?? lines
    preface += Array("{\"event\":\"mark\",\"seq\":\(before)}\n".utf8)
    return preface
  }

  /// Gives up the oldest lines until `bytesMax` are kept; only between connections.
  mutating func dropOldest(downTo bytesMax: Int) -> (lines: UInt64, bytes: Int) {
    let before = byteCount
    var lines: UInt64 = 0
    var count = 0
    while byteCount > bytesMax, count < batches.count, batches[count].mark != nil {
      lines += batches[count].lines
      forget(batches[count])
      count += 1
    }
    batches.removeFirst(count)
    return (lines, before - byteCount)
  }

  private mutating func forget(_ batch: PendingBatch) {
    byteCount -= batch.bytes.count
    for line in batch.hellos { hellos.add(line) }
  }
}
