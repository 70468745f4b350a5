@testable import AuditCore

/// The whole way from bytes to findings, with several clients and a clock that jumps: the same input
/// gives the same findings, and what can be printed of them is safe to print.
enum AuditTarget {
  static let target = FuzzTarget(name: "audit", run: run) {
    scripts(of: $0.pieces(of: 700, upTo: 3))
  }
  /// The same with everything printed that can be asked for, which takes most of the time.
  static let report = FuzzTarget(name: "report", run: print) {
    scripts(of: $0.pieces(of: 300, upTo: 1))
  }

  private static func scripts(of pieces: [[UInt8]]) -> [[UInt8]] {
    let live = pieces.map { [1] + $0 + [World.mark, 1, 200] }
    let mixed = zip(pieces, pieces.dropFirst()).map { one, other in
      [1] + one + [World.mark, 0, 1] + other + [World.mark, 4, 0, World.mark, 2, 30]
    }
    return pieces.map { [0] + $0 } + live + mixed
  }

  /// The first byte says whether the clients are live.
  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let isLive = input.byte() & 1 != 0
    let script = input.rest()
    let world = World(isLive: isLive)
    try world.play(script)
    let again = World(isLive: isLive)
    try again.play(script)
    try require(world.told == again.told, "the same input is told differently")
  }

  /// Of the first byte, the other bits are the style.
  private static func print(_ input: inout FuzzInput) throws(BrokenProperty) {
    let options = input.byte()
    let style = TextStyle(width: 40 + Int(options >> 3) * 8, all: options & 4 != 0)
    try World(isLive: options & 1 != 0, style: style).play(input.rest())
  }
}
