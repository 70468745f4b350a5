import AuditCore

/// A request's target taken apart: the segments of its path, and its parameters.
struct WebTarget: Hashable {
  /// Decoded; of `/` there are none.
  let segments: [String]
  private let parameters: [String: String]

  /// Refuses what is not encoded well, and a parameter that stands twice.
  init(_ target: String) throws(WebProblem) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts.first, path.utf8.first == 0x2F else {
      throw WebProblem(400, "the target does not begin with a slash")
    }
    var segments: [String] = []
    for segment in path.split(separator: "/") { segments.append(try Self.decoded(segment)) }
    self.segments = segments
    var parameters: [String: String] = [:]
    for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(sides[0])
      let value = sides.count > 1 ? try Self.decoded(sides[1]) : ""
      if parameters.updateValue(value, forKey: name) != nil {
        throw WebProblem(400, "\(Escaping.visible(name)): it stands twice")
      }
    }
    self.parameters = parameters
  }

  /// Refuses parameters that are not among `names`.
  func allow(_ names: String...) throws(WebProblem) {
    guard let other = parameters.keys.filter({ !names.contains($0) }).min() else { return }
    let known = names.isEmpty ? "there are none here" : "there are \(names.joined(separator: ", "))"
    throw WebProblem(400, "\(Escaping.visible(other)): no such parameter; \(known)")
  }

  subscript(name: String) -> String? { parameters[name] }

  /// A whole number; nil where it is not given.
  func number(_ name: String, in bounds: ClosedRange<Int>) throws(WebProblem) -> Int? {
    guard let text = parameters[name] else { return nil }
    let isDecimal = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isDecimal, let number = Int(text), bounds.contains(number) else {
      let range =
        bounds.upperBound == .max
        ? "from \(bounds.lowerBound) on" : "from \(bounds.lowerBound) to \(bounds.upperBound)"
      throw WebProblem(400, "\(name): \(Escaping.visible(text)): not a whole number \(range)")
    }
    return number
  }

  /// One of `values`; nil where it is not given.
  func word<Value>(
    _ name: String, _ values: [Value], _ word: (Value) -> String
  ) throws(WebProblem) -> Value? {
    guard let text = parameters[name] else { return nil }
    guard let value = values.first(where: { word($0) == text }) else {
      let known = values.map(word).joined(separator: ", ")
      throw WebProblem(400, "\(name): \(Escaping.visible(text)): none of \(known)")
    }
    return value
  }

  private static func decoded(_ text: Substring) throws(WebProblem) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { throw WebProblem(400, "the target has a % without two hexadecimal digits") }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+"): bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
