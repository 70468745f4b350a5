import Foundation
import Testing

/// What fuzzing has found stays mended: every input that once broke a property is run again.
@Suite struct RegressionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `what was found holds`(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = Self.folder.appending(path: "Regressions").appending(path: name)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for file in files.sorted() {
      var input = FuzzInput(Array(try Data(contentsOf: folder.appending(path: file))))
      #expect(throws: Never.self, "\(name)/\(file)") { try target.run(&input) }
    }
  }

  /// Some of them: all take their time, and the fuzzer itself tries each.
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `what fuzzing begins with holds`(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let cases = Self.folder.deletingLastPathComponent().appending(path: "Cases")
    let seeds = target.seeds(try SeedLogs(folder: cases.path))
    #expect(!seeds.isEmpty)
    for number in stride(from: 0, to: seeds.count, by: seeds.count / 40 + 1) {
      var input = FuzzInput(seeds[number])
      #expect(throws: Never.self, "\(name): seed \(number)") { try target.run(&input) }
    }
  }

  @Test func `every folder of regressions is a target's`() throws {
    let folder = Self.folder.appending(path: "Regressions").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(FuzzTarget.all.map(\.name)).isSuperset(of: names))
    #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
  }
}
