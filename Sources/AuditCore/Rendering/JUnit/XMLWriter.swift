/// Builds one XML document, element by element, every text made safe.
///
/// What XML 1.0 cannot say, and what would move a cursor where the file is shown in a terminal, is
/// written as `Escaping` shows it; the two non-characters that XML bars become U+FFFD.
package struct XMLWriter {
  package private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var depth = 0

  package init() {}

  /// An element with its attributes in the order given and what the closure writes between its tags.
  package mutating func element(
    _ name: StaticString, _ attributes: [(StaticString, String)] = [],
    _ body: (inout XMLWriter) -> Void
  ) {
    open(name, attributes)
    bytes.append(contentsOf: ">\n".utf8)
    depth += 1
    body(&self)
    depth -= 1
    indent()
    close(name)
  }

  /// An element that holds nothing but its attributes.
  package mutating func empty(_ name: StaticString, _ attributes: [(StaticString, String)]) {
    open(name, attributes)
    bytes.append(contentsOf: "/>\n".utf8)
  }

  /// An element that holds text, whose line feeds stay.
  package mutating func text(
    _ name: StaticString, _ text: String, _ attributes: [(StaticString, String)] = []
  ) {
    open(name, attributes)
    bytes.append(contentsOf: ">".utf8)
    append(text, keepsLines: true)
    close(name)
  }

  private mutating func open(_ name: StaticString, _ attributes: [(StaticString, String)]) {
    indent()
    bytes.append(contentsOf: "<\(name)".utf8)
    for (key, value) in attributes {
      bytes.append(contentsOf: " \(key)=\"".utf8)
      append(value, keepsLines: false)
      bytes.append(0x22)
    }
  }

  private mutating func close(_ name: StaticString) {
    bytes.append(contentsOf: "</\(name)>\n".utf8)
  }

  private mutating func indent() {
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
  }

  private mutating func append(_ text: String, keepsLines: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes.append(contentsOf: "&amp;".utf8)
      case "<": bytes.append(contentsOf: "&lt;".utf8)
      case ">": bytes.append(contentsOf: "&gt;".utf8)
      case "\"": bytes.append(contentsOf: "&quot;".utf8)
      case "\n" where keepsLines: bytes.append(0x0A)
      case "\u{FFFE}", "\u{FFFF}": bytes.append(contentsOf: "\u{FFFD}".utf8)
      default:
        if Escaping.isUnsafe(scalar) {
          bytes.append(contentsOf: Escaping.visible(String(Character(scalar))).utf8)
        } else {
          bytes.append(contentsOf: scalar.utf8)
        }
      }
    }
  }
}
