@testable import AuditCore

/// Streams that nobody would write: lines of all logs of `Tests/Cases` between each other, with what
/// clients say and with junk.
enum StreamMixture {
  private static let lines: [[UInt8]] = CaseLogs.all.flatMap { _, log in
    log.split(separator: 0x0A).map(Array.init)
  }

  static func bytes(_ random: inout SeededRandom, lines count: Int) -> [UInt8] {
    // A few logs at a time, so that lines that belong together often meet.
    var places = (0..<6).map { _ in random.below(lines.count) }
    var bytes: [UInt8] = []
    for number in 0..<count {
      switch random.below(20) {
      case 0: bytes += said(number, &random)
      case 1: bytes += (0..<random.below(30)).map { _ in UInt8(random.below(256)) | 0x10 }
      case 2: bytes += random.pick(lines).prefix(random.below(60))
      default:
        let log = random.below(places.count)
        if random.chance(4) { places[log] = random.below(lines.count) }
        places[log] = (places[log] + 1) % lines.count
        bytes += lines[places[log]]
      }
      bytes.append(0x0A)
    }
    return bytes
  }

  private static func said(_ number: Int, _ random: inout SeededRandom) -> [UInt8] {
    let session = "s\(random.below(4))"
    let words: String =
      switch random.below(6) {
      case 0: #"{"v":1,"event":"hello","ack":true}"#
      case 1: #"{"v":1,"event":"hello","session":"\#(session)","pid":\#(number),"ack":true}"#
      case 2: #"{"v":7,"event":"hello"}"#
      case 3: #"{"event":"mark","seq":\#(number)}"#
      case 4: #"{"event":"end","id":\#(number),"session":"\#(session)","seq":\#(number),"t":1.5}"#
      default: "{"
      }
    return Array(words.utf8)
  }
}
