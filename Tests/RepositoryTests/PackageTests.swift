import AuditCore
import Testing

/// The Debian package is of the version that the programs say.
@Suite struct PackageTests {
  @Test func theChangelogBeginsWithTheProductsVersion() throws {
    let changelog = try Repository.file("debian/changelog")
    #expect(changelog.lines.first?.hasPrefix("bgtaskd (\(ProductVersion.text)) ") == true)
  }
}
