@testable import AuditCore

/// State in rows: an auditor that dies and is put back says the same as one that lives on.
enum SurvivalTarget {
  static let target = FuzzTarget(name: "survival", run: run) { logs in
    let pieces = logs.pieces(of: 500, upTo: 3)
    return zip(pieces, pieces.dropFirst()).map { one, other in
      // A capture in the middle of a line, and a death in the middle of another.
      var script = one
      script.insert(contentsOf: [World.mark, 8, 0], at: one.count / 2)
      var second = other
      second.insert(contentsOf: [World.mark, 9, 0], at: other.count / 3)
      script += [World.mark, 1, 90, World.mark, 0, 1] + second
      return script + [World.mark, 3, 0, World.mark, 9, 1, World.mark, 2, 35]
    }
  }

  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let script = input.rest()
    let immortal = World(isLive: true)
    try immortal.play(script)
    let mortal = World(isLive: true, isMortal: true)
    try mortal.play(script)
    try Output.requireEqual(mortal.told, immortal.told, "after a death it says")
  }
}
