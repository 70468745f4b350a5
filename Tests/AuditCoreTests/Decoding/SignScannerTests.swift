import Testing

@testable import AuditCore

@Suite struct SignScannerTests {
  private let scanner = SignScanner([["begin", "abcd"], ["BGT ", "cdef"], ["begin at"]])

  private func hit(_ text: String, after last: SignScanner.Hit? = nil) -> SignScanner.Hit? {
    scanner.first(in: Array(text.utf8).span, after: last)
  }

  @Test func findsTheLeftmost() {
    #expect(hit("") == nil)
    #expect(hit("BGT") == nil)
    #expect(hit("BGT ") == .init(position: 0, format: 1))
    #expect(hit("xxabcdef") == .init(position: 2, format: 0))
    #expect(hit("a BGT begin") == .init(position: 2, format: 1))
  }

  @Test func goesOnBehindAHit() {
    let text = "x begin at BGT "
    let first = hit(text)
    #expect(first == .init(position: 2, format: 0))
    let second = hit(text, after: first)
    #expect(second == .init(position: 2, format: 2))
    let third = hit(text, after: second)
    #expect(third == .init(position: 11, format: 1))
    #expect(hit(text, after: third) == nil)
  }

  @Test func findsEverySignAtEveryPlace() {
    for (format, kind) in LineFormats.all.enumerated() {
      for sign in kind.signs {
        for padding in 0..<9 {
          let text = String(repeating: "·", count: padding) + "\(sign)" + "  "
          let found = SignScanner.shared.first(in: Array(text.utf8).span)
          #expect(found?.position ?? .max <= padding * 2, "\(sign)")
          if found?.position == padding * 2 { #expect(found?.format ?? .max <= format) }
        }
      }
    }
  }
}
