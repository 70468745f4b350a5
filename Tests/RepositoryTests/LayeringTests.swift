import Testing

/// Who may import what: nothing points upwards, and the core stands alone.
@Suite struct LayeringTests {
  /// Modules of this package and of the system that a target may import.
  static let allowed: [String: Set<String>] = [
    "AuditCore": [],
    "LinuxIO": ["CShims", "Glibc"],
    "Configuration": ["AuditCore", "CPCRE2", "LinuxIO", "Glibc"],
    "Systemd": ["CSystemd", "CShims", "LinuxIO", "Glibc"],
    "AuditStore": ["AuditCore", "CSQLite", "CShims", "LinuxIO", "Glibc"],
    "HTTP": ["CMicrohttpd", "LinuxIO", "Systemd", "Glibc"],
    "AuditDaemon": [
      "AuditCore", "AuditStore", "Configuration", "HTTP", "LinuxIO", "Pages", "Systemd", "Glibc",
    ],
    "bgtaskd": ["AuditCore", "AuditDaemon", "AuditStore", "Configuration", "LinuxIO", "Glibc"],
    "Pages": ["AuditCore"],
    "bgtaskctl": ["AuditCore", "AuditStore", "Configuration", "LinuxIO", "Pages", "Glibc"],
  ]

  @Test(arguments: allowed.keys.sorted())
  func targetImportsOnlyWhatItMay(_ target: String) throws {
    let may = try #require(Self.allowed[target])
    for file in Repository.swiftFiles(in: target) {
      for (number, line) in file.lines.enumerated() {
        guard let module = importedModule(line) else { continue }
        #expect(may.contains(module), "\(file.path):\(number + 1): imports \(module)")
      }
    }
  }

  @Test func everyTargetHasARule() {
    let folders = Set(
      Repository.swiftFiles.compactMap { file -> String? in
        let parts = file.path.split(separator: "/")
        return parts.first == "Sources" ? String(parts[1]) : nil
      })
    #expect(folders == Set(Self.allowed.keys))
  }

  /// `import A`, `package import A`, `@preconcurrency import struct A.B` all name A.
  private func importedModule(_ line: String) -> String? {
    let words = line.split(separator: " ").map(String.init)
    guard let position = words.firstIndex(of: "import"), words.count > position + 1,
      words[..<position].allSatisfy({ $0.hasPrefix("@") || Self.accessWords.contains($0) })
    else { return nil }
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "typealias"]
    let rest = words[(position + 1)...].drop { kinds.contains($0) }
    return rest.first.map { String($0.prefix { $0 != "." }) }
  }

  private static let accessWords: Set<String> = [
    "package", "internal", "fileprivate", "private", "public",
  ]
}
