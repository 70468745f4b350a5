import Foundation
import Testing

/// What every file of the tree must look like.
@Suite struct TidyTests {
  /// A file that grows past this wants to be two.
  static let swiftLinesMax = 400

  private static let texts = Repository.files.filter { !$0.path.hasSuffix(".png") }

  @Test func textHasNoTabsTrailingSpacesOrCarriageReturns() {
    for file in Self.texts {
      let mayHaveTabs =
        ["Makefile", "debian/rules"].contains(file.path) || file.path.hasPrefix("Tests/Cases/")
      for (number, line) in file.lines.enumerated() {
        let place = "\(file.path):\(number + 1)"
        #expect(mayHaveTabs || !line.contains("\t"), "\(place): tab")
        #expect(line.last != " " && line.last != "\t", "\(place): trailing space")
        #expect(!line.unicodeScalars.contains("\r"), "\(place): carriage return")
      }
    }
  }

  @Test func filesAreUTF8AndEndWithOneLineFeed() {
    for file in Self.texts where !file.path.hasPrefix("Tests/Cases/") {
      #expect(String(data: file.bytes, encoding: .utf8) != nil, "\(file.path): not UTF-8")
      #expect(file.lines.last == "", "\(file.path): no line feed at the end")
      #expect(file.lines.dropLast().last != "", "\(file.path): empty line at the end")
    }
  }

  @Test func swiftFilesStayShort() {
    for file in Repository.swiftFiles {
      let count = file.lines.count - 1
      #expect(count <= Self.swiftLinesMax, "\(file.path): \(count) lines")
    }
  }

  @Test func nothingIsLeftForLater() {
    // Written in two halves, so that this file may pass its own test.
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "HA" + "CK", "not " + "implemented"]
    for file in Repository.files {
      for (number, line) in file.lines.enumerated() {
        for word in words {
          #expect(!line.contains(word), "\(file.path):\(number + 1): \(word)")
        }
      }
    }
  }

  @Test func noPathOfOneMachine() {
    let homes = ["/ho" + "me/", "/Us" + "ers/", "/wo" + "rk/", "/ro" + "ot/."]
    for file in Repository.files where !file.path.hasPrefix("Tests/Cases/") {
      for (number, line) in file.lines.enumerated() {
        for home in homes {
          #expect(!line.contains(home), "\(file.path):\(number + 1): \(home)")
        }
      }
    }
  }
}
