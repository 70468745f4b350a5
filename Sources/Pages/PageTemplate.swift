/// Markup with `{{name}}` in it, and what stands there in the end.
package struct PageTemplate {
  private let bytes: [UInt8]
  private var parts: [String: [UInt8]] = [:]

  package init(_ asset: PageAsset) { bytes = asset.bytes }

  /// The part called so, as it stands in the page: whoever sets it has escaped it.
  package subscript(name: String) -> [UInt8] {
    get { parts[name] ?? [] }
    set { parts[name] = newValue }
  }

  /// The whole page. A part is not looked through for names again; one that was not set is empty.
  package func filled() -> [UInt8] {
    var page: [UInt8] = []
    page.reserveCapacity(bytes.count + parts.values.reduce(0) { $0 + $1.count })
    var at = 0
    while at < bytes.count {
      if let end = end(ofNameAt: at) {
        page += self[String(decoding: bytes[(at + 2)..<end], as: UTF8.self)]
        at = end + 2
      } else {
        page.append(bytes[at])
        at += 1
      }
    }
    return page
  }

  private func end(ofNameAt start: Int) -> Int? {
    guard bytes[start] == 0x7B, start + 1 < bytes.count, bytes[start + 1] == 0x7B else {
      return nil
    }
    var end = start + 2
    while end < bytes.count, (0x61...0x7A).contains(bytes[end]) { end += 1 }
    guard end + 1 < bytes.count, bytes[end] == 0x7D, bytes[end + 1] == 0x7D else { return nil }
    return end
  }
}
