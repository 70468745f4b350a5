import AuditCore
import Foundation
import Testing

@testable import Pages

/// The page and its data, as bytes. What browsers make of it is tested in `Tests/Pages/pages`.
@Suite struct PageTests {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  private func data(_ report: Report) -> [UInt8] {
    PageData.render(report, headline: Headline(report))
  }

  /// `BGTASKD_REWRITE_GOLDEN=1` writes the files anew; the difference is then to be read by eye.
  @Test(arguments: ["00-reference-1-4-6-ndjson-stacks", "00-reference-1-4-6"])
  func `the data of a case is what was read and found right`(name: String) throws {
    let bytes = Data(data(try SampleReports.ofCase(name)))
    let url = Self.golden.appending(path: name + ".json")
    if ProcessInfo.processInfo.environment["BGTASKD_REWRITE_GOLDEN"] == "1" {
      try bytes.write(to: url)
    }
    let golden = try Data(contentsOf: url)
    #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
  }

  @Test func `the data is JSON, its tasks' ids are texts, and nothing of a client is raw`() throws {
    let bytes = data(SampleReports.of(SampleReports.hostile))
    let value = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let sessions = try #require(value?["sessions"] as? [[String: Any]])
    let tasks = try #require(sessions.first?["tasks"] as? [[String: Any]])
    #expect(tasks.compactMap { $0["id"] as? String } == ["1", "18446744073709551614"])
    let name = try #require(tasks[0]["name"] as? String)
    #expect(name.contains("\\u{2028}\\u{1B}[31m"))
    #expect((sessions[0]["session"] as? String) == "\\u{202E}evil\\u{2066}")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("<"))
    let unsafe = text.unicodeScalars.filter { $0 != "\n" && Escaping.isUnsafe($0) }
    #expect(unsafe.isEmpty)
  }

  @Test func `no text ends an element, opens one, or is a part of the template`() {
    let page = String(
      decoding: HTMLReport.render(SampleReports.of(SampleReports.hostile)), as: UTF8.self)
    let clean = String(
      decoding: HTMLReport.render(SampleReports.of("Dear diary\n")), as: UTF8.self)
    for mark in ["<script", "</script", "<img", "<!--", "<b>", "<style"] {
      #expect(page.components(separatedBy: mark).count == clean.components(separatedBy: mark).count)
    }
    #expect(page.contains("{{data}}'"))
  }

  @Test func `the policy allows the scripts and the style that are in the page, and nothing else`()
  {
    let policy = HTMLReport.policy
    #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
    #expect(!policy.contains("unsafe"))
    #expect(!policy.contains("http"))
    for asset in PageAsset.reportScripts + [PageAsset.style] {
      #expect(policy.contains("'\(asset.integrity)'"), "\(asset.name)")
      #expect(!asset.bytes.isEmpty)
    }
  }

  @Test func `the page names no other file and has no handler or style in its markup`() {
    let markup = String(decoding: PageAsset.page.bytes, as: UTF8.self)
    for word in [" src=", "href=\"h", "@import", "url(", " style=", " onclick=", " onload="] {
      #expect(!markup.contains(word), "\(word)")
    }
    for asset in PageAsset.reportScripts {
      let script = String(decoding: asset.bytes, as: UTF8.self)
      for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "</"]
      {
        #expect(!script.contains(word), "\(asset.name): \(word)")
      }
    }
  }

  /// A client chooses what stands in a text, but not which address is one of the catalogue.
  @Test func `only the address of the catalogue is a link, where it stands last`() {
    func html(_ text: String, _ address: String?) -> String {
      String(decoding: HTMLText.linked(text, to: address), as: UTF8.self)
    }
    #expect(
      html("See https://a.example/ (https://a.example/?b&c).", "https://a.example/?b&c")
        == "See https://a.example/ (<a href=\"https://a.example/?b&amp;c\" target=\"_blank\" "
        + "rel=\"noopener noreferrer\">https://a.example/?b&amp;c</a>).")
    #expect(html("<https://a.example/>", nil) == "&lt;https://a.example/&gt;")
    #expect(html("See https://b.example/.", "https://a.example/") == "See https://b.example/.")
    #expect(html("javascript:alert(1)", "javascript:alert(1)") == "javascript:alert(1)")
  }

  @Test func `the verdict stands in the markup, for browsers without scripts`() throws {
    let page = String(
      decoding: HTMLReport.render(try SampleReports.ofCase("00-reference-1-4-6")), as: UTF8.self)
    #expect(
      page.contains("<h1 id=\"headline\">Task 1 was never ended; who began it is not known.</h1>"))
    #expect(page.contains("<dt>What to do</dt><dd>Keep each id"))
  }

  @Test func `the same log gives the same page`() throws {
    let first = HTMLReport.render(try SampleReports.ofCase("00-reference-1-4-6-ndjson-stacks"))
    let second = HTMLReport.render(try SampleReports.ofCase("00-reference-1-4-6-ndjson-stacks"))
    #expect(first == second)
  }

  @Test func `a template fills what it names, once, and leaves the rest`() {
    var template = PageTemplate(
      PageAsset(name: "t", bytes: Array("a{{one}}b{{ no }}{{two}}{{one}}{{".utf8)))
    template["one"] = Array("{{two}}".utf8)
    #expect(String(decoding: template.filled(), as: UTF8.self) == "a{{two}}b{{ no }}{{two}}{{")
  }
}
