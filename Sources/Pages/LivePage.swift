/// The page that the daemon serves: the views of the report, fed by the daemon.
package enum LivePage {
  /// For the header of every answer. What the page needs comes from where it came from.
  package static let policy = "\(pagePolicy); frame-ancestors 'none'"

  /// The same without frames, of which a policy in a page cannot speak.
  private static let pagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
    + "form-action 'none'"

  /// What the page asks for under `/assets/`.
  package static let assets =
    [PageAsset.style] + PageAsset.viewScripts
    + [PageAsset(name: "live.js", bytes: PackageResources.live_js)]

  /// The same at all times: the data comes later.
  package static func render() -> [UInt8] {
    var page = PageTemplate(PageAsset.page)
    page["policy"] = Array(pagePolicy.utf8)
    page["title"] = Array("bgtaskd, live".utf8)
    page["verdict"] = Array("Live".utf8)
    page["headline"] = Array("What the daemon audits now".utf8)
    page["style"] = Array("<link rel=\"stylesheet\" href=\"assets/page.css\">".utf8)
    page["scripts"] = assets.dropFirst().flatMap {
      Array("<script src=\"assets/\($0.name)\"></script>\n".utf8)
    }
    return page.filled()
  }
}
