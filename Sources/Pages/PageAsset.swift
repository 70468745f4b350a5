/// A file of `Assets`, built into the program.
package struct PageAsset: Sendable {
  /// Its name in the folder, and where a server offers it.
  package let name: String
  package let bytes: [UInt8]

  /// `sha256-…`, as a content security policy names it.
  package var integrity: String { "sha256-" + Base64.text(SHA256.digest(of: bytes)) }

  /// The markup that all pages share, with a `{{name}}` where a page has its own parts.
  package static let page = PageAsset(name: "page.html", bytes: PackageResources.page_html)
  package static let style = PageAsset(name: "page.css", bytes: PackageResources.page_css)

  /// What every page that shows launches needs, each file after those it uses.
  package static let viewScripts = [
    PageAsset(name: "base.js", bytes: PackageResources.base_js),
    PageAsset(name: "lanes.js", bytes: PackageResources.lanes_js),
    PageAsset(name: "paint.js", bytes: PackageResources.paint_js),
    PageAsset(name: "timeline-head.js", bytes: PackageResources.timeline_head_js),
    PageAsset(name: "timeline-input.js", bytes: PackageResources.timeline_input_js),
    PageAsset(name: "timeline.js", bytes: PackageResources.timeline_js),
    PageAsset(name: "table.js", bytes: PackageResources.table_js),
    PageAsset(name: "detail.js", bytes: PackageResources.detail_js),
    PageAsset(name: "view.js", bytes: PackageResources.view_js),
  ]

  /// The same, and what brings them the data of a report.
  package static let reportScripts =
    viewScripts + [PageAsset(name: "report.js", bytes: PackageResources.report_js)]
}
