import Testing

@testable import AuditCore

/// What is known from earlier messages must be what a search finds.
@Suite struct LikelySignsTests {
  private static let beginnings = [
    "", "-[UIApplication(GCS) gcs_endBackgroundTask:], ", "-[UIApplication(GCS) gcs_begin:], ",
    "[BackgroundTask] ", "App: ", "Background Tas", "no sign: ",
  ]

  @Test func findsWhatASearchFinds() {
    let signs = LineFormats.all.flatMap { $0.signs }.map { "\($0)" }
    var random = SeededRandom(seed: 5)
    var likely = LikelySigns()
    var hits = 0
    for _ in 0..<4000 {
      let sign = random.pick(signs)
      let text =
        random.pick(Self.beginnings) + (random.chance(80) ? sign : String(sign.dropLast(2)))
        + (random.chance(30) ? random.pick(signs) : " 5")
      let bytes = Array(text.utf8)
      let found = likely.first(in: bytes.span)
      let searched = SignScanner.shared.first(in: bytes.span)
      #expect(found == searched, "\(text)")
      if found != nil { hits += 1 }
    }
    #expect(hits > 2000)
    #expect(likely.heldBytes < 2 << 10)
  }

  @Test func holdsNothingForSignsAtTheBeginning() {
    var likely = LikelySigns()
    let bytes = Array("BGT end id=5".utf8)
    let hit = likely.first(in: bytes.span)
    #expect(hit?.position == 0)
    #expect(likely.heldBytes == 0)
  }

  /// A longer sign of an earlier format begins where a shorter one was found before.
  @Test(arguments: LineFormats.all.flatMap { $0.signs }.map { "\($0)" })
  func aLongerSignIsNotMissed(_ sign: String) {
    for length in 4..<sign.utf8.count {
      var likely = LikelySigns()
      let whole = Array("x: \(sign)".utf8)
      let torn = Array(whole[..<(3 + length)])
      for bytes in [torn, torn, whole, whole] {
        let found = likely.first(in: bytes.span)
        let searched = SignScanner.shared.first(in: bytes.span)
        #expect(found == searched)
      }
    }
  }
}
