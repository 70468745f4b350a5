package import AuditCore

/// `bgtaskctl audit --format html` and `bgtaskctl report`: one page that needs nothing but a browser.
package enum HTMLReport {
  /// For the table of formats.
  package static let format = ReportFormat(name: "html", needsHistory: true) { report, _ in
    render(report)
  }

  /// The page, with style, scripts and data in it. Its policy lets the browser run these scripts and no
  /// other, and fetch nothing.
  package static func render(_ report: Report) -> [UInt8] {
    let headline = Headline(report)
    var page = PageTemplate(PageAsset.page)
    page["policy"] = Array(policy.utf8)
    page["title"] = HTMLText.escaped("\(headline.verdict.capitalizedFirst): \(headline.sentence)")
    page["verdict"] = HTMLText.escaped(headline.verdict.capitalizedFirst)
    page["headline"] = HTMLText.escaped(headline.sentence)
    page["brief"] = brief(headline)
    page["style"] = element("style", PageAsset.style.bytes)
    page["scripts"] = PageAsset.reportScripts.flatMap { element("script", $0.bytes) }
    page["data"] = element(
      "script type=\"application/json\" id=\"data\"", PageData.render(report, headline: headline))
    return page.filled()
  }

  /// By hash, which works from a file as from a server.
  static var policy: String {
    let scripts = PageAsset.reportScripts.map { "'\($0.integrity)'" }.joined(separator: " ")
    return "default-src 'none'; script-src \(scripts); style-src '\(PageAsset.style.integrity)'; "
      + "base-uri 'none'; form-action 'none'"
  }

  /// The headline's sentences, for readers whose browser runs no scripts.
  private static func brief(_ headline: Headline) -> [UInt8] {
    let parts = [
      ("Why", headline.why.map(HTMLText.escaped)),
      ("How sure", headline.sure.map(HTMLText.escaped)),
      ("What to do", headline.advice.map { HTMLText.linked($0, to: headline.link) }),
    ]
    return parts.flatMap { name, text -> [UInt8] in
      guard let text else { return [] }
      return Array("<div><dt>\(name)</dt><dd>".utf8) + text + Array("</dd></div>".utf8)
    }
  }

  private static func element(_ tag: String, _ content: [UInt8]) -> [UInt8] {
    let name = tag.prefix { $0 != " " }
    return Array("<\(tag)>".utf8) + content + Array("</\(name)>\n".utf8)
  }
}

/// Text between tags and in quoted attributes.
enum HTMLText {
  /// The text with `address`, which the catalogue of SDKs has, as a link where it stands last. No other
  /// address is one: a client's text may hold any.
  static func linked(_ text: String, to address: String?) -> [UInt8] {
    guard let address, address.hasPrefix("https://"),
      let place = text.lastRange(of: address)
    else { return escaped(text) }
    let href = escaped(address)
    return escaped(String(text[..<place.lowerBound]))
      + Array("<a href=\"".utf8) + href
      + Array("\" target=\"_blank\" rel=\"noopener noreferrer\">".utf8) + href + Array("</a>".utf8)
      + escaped(String(text[place.upperBound...]))
  }

  /// Nothing of it is markup, and nothing of it turns the reading order.
  static func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in Escaping.visible(text).utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
      case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
      case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
      case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
      case UInt8(ascii: "'"): bytes += Array("&#39;".utf8)
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}

extension String {
  /// Where the words stand last.
  fileprivate func lastRange(of words: String) -> Range<Index>? {
    var start = endIndex
    while true {
      if self[start...].hasPrefix(words) {
        return start..<index(start, offsetBy: words.count)
      }
      if start == startIndex { return nil }
      start = index(before: start)
    }
  }
}
