import AuditCore
import LinuxIO

/// How an input stands in the spool: six words of 8 bytes, then the bytes that a client sent, if any.
/// Records begin at multiples of 8.
///
///     kind and length of the bytes | client | wall clock | monotonic clock | two words by kind
///
/// The first word is stored last and makes the record. Zero is the end of the log.
enum SpoolRecord {
  static let headerBytes = 48

  /// The low 32 bits of the first word; the length is in the others.
  enum Kind: UInt32 {
    /// Memory that a read fills, so much at most: the segment's note says how much. Becomes `bytes`, or
    /// nothing.
    case landing = 1
    case bytes, opened, ended, left, advanced, relieved, retired, lineGivenUp
  }

  /// Clocks beyond this, in microseconds (285 years), are no clocks.
  private static let clockMax: Int64 = 1 << 53

  static func start(_ kind: Kind, length: Int = 0) -> UInt64 {
    UInt64(kind.rawValue) | UInt64(length) << 32
  }

  /// What a record with `length` bytes takes.
  static func size(length: Int) -> Int { headerBytes + (length + 7) / 8 * 8 }

  /// Stores all words but the first, which is returned.
  static func prepare(_ input: Input, length: Int, in memory: SharedMemory, at offset: Int)
    -> UInt64
  {
    let (kind, first, second) = words(of: input.action)
    memory[word: offset + 8] = UInt64(input.client)
    memory[word: offset + 16] = UInt64(bitPattern: input.arrival.wall.microseconds)
    memory[word: offset + 24] = UInt64(bitPattern: input.arrival.monotonic.microseconds)
    memory[word: offset + 32] = first
    memory[word: offset + 40] = second
    return start(kind, length: length)
  }

  private static func words(of action: Input.Action) -> (Kind, UInt64, UInt64) {
    switch action {
    case .opened(let peer?):
      let pid = UInt64(UInt32(bitPattern: peer.pid))
      return (.opened, 1 << 32 | pid, UInt64(peer.uid) << 32 | UInt64(peer.gid))
    case .opened(nil): return (.opened, 0, 0)
    case .bytes: return (.bytes, 0, 0)
    case .ended(let isCut): return (.ended, isCut ? 1 : 0, 0)
    case .left: return (.left, 0, 0)
    case .lineGivenUp: return (.lineGivenUp, 0, 0)
    case .advanced: return (.advanced, 0, 0)
    case .relieved(let sessions): return (.relieved, UInt64(sessions), 0)
    case .retired(let time): return (.retired, UInt64(bitPattern: time.microseconds), 0)
    }
  }

  /// The input of the record at `offset`, whose first word says `kind`; nil if its words are none
  /// that `prepare` stores.
  static func read(_ kind: Kind, in memory: SharedMemory, at offset: Int) -> Input? {
    guard let client = Int(exactly: memory[word: offset + 8]),
      let wall = clock(memory[word: offset + 16]), let monotonic = clock(memory[word: offset + 24]),
      let action = action(kind, memory[word: offset + 32], memory[word: offset + 40])
    else { return nil }
    return Input(
      action: action, client: client, arrival: Arrival(wall: wall, monotonic: monotonic))
  }

  private static func clock(_ word: UInt64) -> Instant? {
    let microseconds = Int64(bitPattern: word)
    guard (-clockMax...clockMax).contains(microseconds) else { return nil }
    return Instant(microseconds: microseconds)
  }

  private static func action(_ kind: Kind, _ first: UInt64, _ second: UInt64) -> Input.Action? {
    switch kind {
    case .landing, .bytes: return .bytes
    case .opened:
      if first >> 32 == 0 { return .opened(peer: nil) }
      return .opened(
        peer: PeerCredentials(
          pid: Int32(truncatingIfNeeded: first), uid: UInt32(second >> 32),
          gid: UInt32(truncatingIfNeeded: second)))
    case .ended: return .ended(isCut: first != 0)
    case .left: return .left
    case .lineGivenUp: return .lineGivenUp
    case .advanced: return .advanced
    case .relieved: return Int32(exactly: first).map { .relieved(sessions: Int($0)) }
    case .retired: return clock(first).map { .retired(silentSince: $0) }
    }
  }
}
