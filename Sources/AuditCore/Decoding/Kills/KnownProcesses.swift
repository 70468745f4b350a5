/// The processes that a stream has events of, at most `Limits.knownProcessesMax`: the one whose last event
/// is the oldest gives way.
///
/// Each event is noted, and processes may take turns, so a table says where each likely stands.
struct KnownProcesses {
  struct Known {
    var origin: Origin
    /// The greater, the newer its last event.
    var use: UInt64
  }

  private var known: [Known] = []
  private var uses: UInt64 = 0
  /// Where the newest was put.
  private var newestPlace = 0
  /// A place in `known` by a hash of the origin; may be another's.
  private var hints = InlineArray<256, UInt8>(repeating: 0)

  var heldBytes: Int { known.storageBytes }

  @inline(__always)
  mutating func note(_ origin: Origin) {
    // Events of one process come in runs.
    if newestPlace < known.count, known[newestPlace].use == uses,
      known[newestPlace].origin == origin
    {
      return
    }
    noteAnother(origin)
  }

  @inline(never)
  private mutating func noteAnother(_ origin: Origin) {
    if origin.isEmpty { return }
    uses &+= 1
    let hint = Self.hint(origin)
    var place = Int(hints[hint])
    if place >= known.count || known[place].origin != origin {
      place = known.firstIndex { $0.origin == origin } ?? add(origin)
      hints[hint] = UInt8(truncatingIfNeeded: place)
    }
    known[place].use = uses
    newestPlace = place
  }

  /// The one with the newest event of those that meet the condition.
  func newest(where condition: (Origin) -> Bool = { _ in true }) -> Origin? {
    known.filter { condition($0.origin) }.max { $0.use < $1.use }?.origin
  }

  private mutating func add(_ origin: Origin) -> Int {
    let new = Known(origin: origin, use: uses)
    if known.count < Limits.knownProcessesMax {
      known.append(new)
      return known.count - 1
    }
    let oldest = known.indices.min { known[$0].use < known[$1].use } ?? 0
    known[oldest] = new
    return oldest
  }

  @inline(__always)
  private static func hint(_ origin: Origin) -> Int {
    let pid = UInt32(bitPattern: origin.pid ?? 0)
    let mixed = (origin.session.rawValue ^ origin.process.rawValue &<< 4 ^ pid) &* 0x9E37_79B1
    return Int(mixed &>> 24)
  }
}

extension KnownProcesses: Archivable {
  static var blank: KnownProcesses { KnownProcesses() }

  /// The oldest first, numbered anew.
  mutating func pass(through archive: inout Archive) {
    var origins = known.sorted { $0.use < $1.use }.map(\.origin)
    archive.pass(&origins)
    archive.require(origins.count <= Limits.knownProcessesMax)
    known = origins.enumerated().map { Known(origin: $1, use: UInt64($0) + 1) }
    uses = UInt64(known.count)
  }
}
