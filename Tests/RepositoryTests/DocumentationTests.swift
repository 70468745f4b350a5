import Testing

/// Every type and every `package` function of the core says in a sentence what its name does not.
@Suite struct DocumentationTests {
  @Test func typesAndPackageFunctionsOfTheCoreAreDocumented() {
    for file in Repository.swiftFiles(in: "AuditCore") {
      for (number, line) in file.lines.enumerated() where declares(line) {
        let before = file.lines[..<number].last { !$0.isAttribute }
        #expect(
          before?.drop { $0 == " " }.hasPrefix("///") == true,
          "\(file.path):\(number + 1): no doc comment: \(line)")
      }
    }
  }

  /// Whether a line declares a type or a named function that other modules can see. Operators carry
  /// their meaning in their sign; how each type passes through the archive is said at `Archivable`.
  private func declares(_ line: String) -> Bool {
    if line.contains("func pass(through archive:") { return false }
    let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard words.first == "package" else { return false }
    // What `Archivable` asks for is said there.
    if line.contains("func pass(through archive: inout Archive)") { return false }
    let kinds: Set<String> = ["struct", "enum", "class", "actor", "protocol", "typealias", "func"]
    guard let position = words.firstIndex(where: kinds.contains), position <= 3,
      words.count > position + 1
    else { return false }
    let modifiers: Set<String> = [
      "package", "static", "final", "mutating", "indirect", "borrowing",
    ]
    guard words[..<position].allSatisfy(modifiers.contains) else { return false }
    return words[position] != "func" || words[position + 1].first?.isLetter == true
  }
}

extension String {
  fileprivate var isAttribute: Bool { drop { $0 == " " }.hasPrefix("@") }
}
