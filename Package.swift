// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with, and why.
let strict: [SwiftSetting] = [
  // Every call that can touch memory unsafely carries the word `unsafe`.
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "bgtaskd",
  products: [
    .executable(name: "bgtaskd", targets: ["bgtaskd"]),
    .executable(name: "bgtaskctl", targets: ["bgtaskctl"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Declarations that Swift cannot import from the C library, nothing else.
    .target(name: "CShims"),

    // The functional core: no clock, no file, no socket, no import.
    .target(
      name: "AuditCore",
      exclude: [
        "Decoding/README.md", "Rendering/README.md", "Rules/README.md", "Stacks/README.md",
      ],
      swiftSettings: strict,
      // Rounding of Double calls libm, which a module without imports does not link by itself.
      linkerSettings: [.linkedLibrary("m")]),
    .target(name: "LinuxIO", dependencies: ["CShims"], swiftSettings: strict),
    .target(
      name: "Configuration", dependencies: ["AuditCore", "CPCRE2", "LinuxIO"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "Systemd", dependencies: ["CSystemd", "CShims", "LinuxIO"], swiftSettings: strict),
    .target(
      name: "AuditStore", dependencies: ["AuditCore", "CSQLite", "CShims", "LinuxIO"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "AuditDaemon", dependencies: ["AuditCore", "Configuration", "LinuxIO", "Systemd"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .executableTarget(
      name: "bgtaskd", dependencies: ["AuditCore", "AuditDaemon", "Configuration", "LinuxIO"],
      swiftSettings: strict),
    .executableTarget(
      name: "bgtaskctl", dependencies: ["AuditCore", "Configuration", "LinuxIO"],
      exclude: ["README.md"], swiftSettings: strict),

    .testTarget(
      name: "AuditCoreTests", dependencies: ["AuditCore", "LinuxIO"],
      exclude: ["Rendering/Golden"], swiftSettings: strict),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "AuditCore"],
      swiftSettings: strict),
    .testTarget(
      name: "StoreTests", dependencies: ["AuditStore", "AuditCore", "CSQLite", "LinuxIO"],
      swiftSettings: strict),
    .testTarget(
      name: "ToolTests", dependencies: ["bgtaskctl", "bgtaskd", "AuditCore", "LinuxIO"],
      swiftSettings: strict),
    .testTarget(
      name: "DaemonTests",
      dependencies: ["AuditDaemon", "AuditCore", "Configuration", "LinuxIO", "Systemd", "bgtaskd"],
      swiftSettings: strict),
    // Every log of Tests/Cases through the real program.
    .testTarget(name: "CaseTests", dependencies: ["bgtaskctl"], swiftSettings: strict),
    // What the tree itself must look like.
    .testTarget(
      name: "RepositoryTests", dependencies: ["AuditCore", "AuditDaemon"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
