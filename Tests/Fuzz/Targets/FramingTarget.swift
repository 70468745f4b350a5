/// Lines, framing and decoding: a stream gives the same events wherever it is cut.
enum FramingTarget {
  static let target = FuzzTarget(name: "framing", run: run) { logs in
    logs.pieces(of: 1500, upTo: 4).map { [2, 7, 0, 99, 1] + $0 }
  }

  /// The first bytes are the number of cuts and their places.
  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let places = (0..<Int(input.byte() & 15)).map { _ in input.number() }
    let bytes = input.rest()
    let cuts = places.map { $0 % (bytes.count + 1) }.sorted()
    let whole = Recording()
    whole.decode(bytes)
    let cut = Recording()
    cut.decode(bytes, cuts: cuts)
    try cut.requireEqual(whole)
    try require(whole.stamps.count <= bytes.count, "more lines than bytes")
  }
}
