import Testing

/// Every type and every `package` function of the core says in a sentence what its name does not.
@Suite struct DocumentationTests {
  @Test func typesAndPackageFunctionsOfTheCoreAreDocumented() {
    let files = Repository.swiftFiles(in: "AuditCore")
    let required = Set(files.flatMap(\.lines).filter(isRequirement))
    for file in files {
      for (number, line) in file.lines.enumerated() where declares(line) {
        // What a protocol requires is described there, once.
        if required.contains(requirement(metBy: line)) { continue }
        let before = file.lines[..<number].last { !$0.isAttribute }
        #expect(
          before?.drop { $0 == " " }.hasPrefix("///") == true,
          "\(file.path):\(number + 1): no doc comment: \(line)")
      }
    }
  }

  /// Whether a line of a protocol names a function: other functions go on with a body.
  private func isRequirement(_ line: String) -> Bool {
    line.contains("func ") && !line.contains("package") && !line.contains("{")
  }

  private func requirement(metBy line: String) -> String {
    let head = line.prefix { $0 != "{" }.replacing("package ", with: "")
    return String(head.last == " " ? head.dropLast() : head)
  }

  /// Whether a line declares a type or a named function that other modules can see. Operators carry
  /// their meaning in their sign; how each type passes through the archive is said at `Archivable`.
  private func declares(_ line: String) -> Bool {
    if line.contains("func pass(through archive:") { return false }
    let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard words.first == "package" else { return false }
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
