import Testing

@testable import AuditCore

/// Decoders among the rows of the audit's state.
@Suite struct DecoderRowsTests {
  private static let row = HalfLineRows.rowBytes

  /// A daemon with one connection and a store.
  private struct Daemon {
    var auditor = Auditor()
    var decoder: StreamDecoder
    var rows = StoredRows()

    init() {
      auditor.trackChanges()
      decoder = StreamDecoder(source: auditor.open(SourceInfo(name: "client 1", uid: 1000)))
    }

    mutating func send(_ text: String) { decoder.consume(Array(text.utf8).span, into: auditor) }

    @discardableResult
    mutating func commit() -> StateBatch {
      _ = auditor.takeChanges()
      let batch = auditor.capture { $0.put(&decoder) }
      rows.commit(batch)
      return batch
    }

    /// Dies, and is started again with what was committed.
    mutating func restart() throws {
      var restorer: StateRestorer?
      let source = decoder.source
      auditor = try rows.restored(now: Instant(microseconds: 0)) { restorer = $0 }
      let restored = restorer?.takeDecoder(of: source)
      decoder = try #require(restored)
    }

    /// The rows of the half-read line.
    var halfLine: [StateKey: [UInt8]] {
      rows.rows.filter { Self.isOfClient($0.key) && $0.key.kind == SourceRow.halfLine.rawValue }
    }
    var halfLineBytes: Int { halfLine.values.reduce(0) { $0 + $1.count } }

    static func isOfClient(_ key: StateKey) -> Bool {
      StateOwner.sourceNumber(key.owner) != nil && key.kind >= SourceRow.decoder.rawValue
    }
  }

  @Test func storesOnlyTheEndOfALineThatGrows() throws {
    var daemon = Daemon()
    daemon.send(String(repeating: "a", count: 3 * Self.row - 1))
    daemon.commit()
    #expect(daemon.halfLineBytes == 3 * Self.row - 1)
    daemon.send("b")
    #expect(daemon.commit().bytes.count < Self.row + 200)
    daemon.send("c")
    #expect(daemon.commit().bytes.count < 200)
    #expect(daemon.commit().bytes.count < 200)
    #expect(daemon.halfLineBytes == 3 * Self.row + 1)
    try daemon.restart()
    let held = daemon.decoder.framer.bytes(of: 2).suffix(1) + daemon.decoder.framer.bytes(of: 3)
    #expect(Array(held) == Array("bc".utf8))
  }

  @Test func storesNothingOfALineThatIsOver() throws {
    var daemon = Daemon()
    daemon.send(String(repeating: "a", count: 3 * Self.row))
    daemon.commit()
    daemon.send("\nBGT end id=1\n" + String(repeating: "b", count: Self.row + 1))
    daemon.commit()
    #expect(daemon.halfLineBytes == Self.row + 1)
    try daemon.restart()
    #expect(daemon.decoder.linesSeen == 2)
    #expect(daemon.decoder.framer.bytes(of: 1) == [0x62])
    daemon.commit()
    daemon.send("\n")
    daemon.commit()
    #expect(daemon.halfLineBytes == 0)
    try daemon.restart()
    #expect(daemon.decoder.linesSeen == 3)
  }

  /// Another line of the same length is another line.
  @Test func storesTheLineAfterItAnew() throws {
    var daemon = Daemon()
    daemon.send("aaaa")
    daemon.commit()
    daemon.send("\nbbbb")
    daemon.commit()
    try daemon.restart()
    #expect(daemon.decoder.framer.bytes(of: 0) == Array("bbbb".utf8))
    daemon.commit()
    daemon.decoder.dropHalfLine()
    daemon.send("cccc\ndddd")
    daemon.commit()
    try daemon.restart()
    #expect(daemon.decoder.framer.bytes(of: 0) == Array("dddd".utf8))
    #expect(daemon.decoder.linesTooLong == 1)
  }

  @Test func leavesNothingOfAConnectionThatIsGone() throws {
    var daemon = Daemon()
    daemon.send(String(repeating: "a", count: 3 * Self.row))
    daemon.commit()
    let decoder = daemon.decoder
    daemon.rows.commit(daemon.auditor.capture { $0.remove(decoder) })
    #expect(!daemon.rows.rows.keys.contains(where: Daemon.isOfClient))
  }

  @Test func refusesALineOfWhichAPartIsMissing() throws {
    var daemon = Daemon()
    daemon.send(String(repeating: "a", count: 3 * Self.row))
    daemon.commit()
    #expect(daemon.halfLine.count == 3)
    for key in daemon.halfLine.keys {
      var damaged = daemon
      damaged.rows.rows[key] = nil
      #expect(throws: StateDamage.self) { try damaged.restart() }
      damaged.rows.rows[key] = [0x61]
      #expect(throws: StateDamage.self) { try damaged.restart() }
      damaged.rows.rows[key] = [UInt8](repeating: 0x0A, count: Self.row)
      #expect(throws: StateDamage.self) { try damaged.restart() }
    }
  }

  /// A name that is longer than a task's name may be is as it was.
  @Test func keepsLongSymbols() throws {
    let symbol = "-[" + String(repeating: "A", count: 3000) + " run]"
    var daemon = Daemon()
    daemon.send(
      #"{"v":1,"event":"hello","session":"s"}"# + "\n"
        + #"{"event":"begin","id":1,"stack":["0   App   0x0000000102903a58 \#(symbol) + 4"]}"#
        + "\n")
    daemon.commit()
    #expect(daemon.auditor.symbols == [symbol])
    try daemon.restart()
    #expect(daemon.auditor.symbols == [symbol])
  }
}

extension Auditor {
  /// The symbols of the first stack.
  fileprivate var symbols: [String] {
    stacks.frames(StackID(rawValue: 1)).map { texts[$0.symbol] }
  }
}
