@testable import AuditCore

/// Words that libFuzzer puts into inputs, in its own syntax.
enum Dictionary {
  /// The signs of all formats, keys of the protocols, and what frames and bounds are made of.
  static var text: String {
    let signs = LineFormats.all.flatMap { $0.signs }.map { "\($0)" }
    let verbs = ControlRequest.Verb.allCases.map(\.rawValue)
    var seen = Set<String>()
    let words = (signs + verbs + others).filter { seen.insert($0).inserted }
    return words.map { "\"\(escaped($0))\"\n" }.joined()
  }

  private static let others = [
    "\"event\":", "\"seq\":", "\"id\":", "\"stack\":[", "\"name\":", "\"session\":", "\"t\":",
    "\"hello\"", "\"begin\"", "\"end\"", "\"state\"", "\"lost\"", "\"mark\"", "\"bye\"",
    "\"eventMessage\":", "\"timestamp\":", "\"processID\":", "\"processImagePath\":",
    "\"request\":", "\"format\":", "\"width\":", "\"all\":true", "\\u0000", "\\ud800",
    "2020-07-22 14:03:20.123456+0800", "2020-07-22T14:03:20.123Z", "Jul 22 14:03:20 iPhone ",
    "Chat[41:1a2b] ", "Chat(UIKit)[41] <Notice>: ", "id=", "0x0000000102903a58 ", " + 132",
    "0   Chat   0x0000000102903a58 ", "-[A b:]", "$s4Tolk6ClientC4sendyyF", "Called by ",
    "18446744073709551615", "9223372036854775807", "-9223372036854775808", "1e308", "1e-308",
    "4294967295", "2147483648", "1.797693e+308", "DBL_MAX", "inf", "nan", "\u{FEFF}", "\u{202E}",
    "\\M-e\\M^@\\M-\\M^J", "[Pattern a]\n", "Regex=", "Kind=begin\n", "[SDK a]\n", "(?<id>", "\\d+",
  ]

  private static func escaped(_ word: String) -> String {
    word.utf8.map { byte in
      if byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        return String(UnicodeScalar(byte))
      }
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
