// swift-tools-version: 6.2
import PackageDescription

/// `FUZZ=1` builds the program that libFuzzer drives instead of the tests: `make fuzz`.
let isFuzzing = Context.environment["FUZZ"] != nil

/// What every target is compiled with, and why.
let strict: [SwiftSetting] =
  [
    // Every call that can touch memory unsafely carries the word `unsafe`.
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])] : [])

/// The fuzzed parts with what must hold of them: a program of its own, or tests that run again what
/// fuzzing once found.
let fuzzing: [Target] =
  isFuzzing
  ? [
    .target(name: "CFuzz", path: "Tests/Fuzz/CFuzz"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "AuditCore", "AuditDaemon", "AuditStore", "Configuration", "HTTP", "LinuxIO", "CFuzz",
      ],
      path: "Tests/Fuzz",
      exclude: ["CFuzz", "README.md", "Regressions", "RegressionTests.swift", "run"],
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])]),
  ]
  : [
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "AuditCore", "AuditDaemon", "AuditStore", "Configuration", "HTTP", "LinuxIO",
      ],
      path: "Tests/Fuzz", exclude: ["CFuzz", "Driver", "README.md", "Regressions", "run"],
      swiftSettings: strict)
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
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    // Declarations and calls that Swift cannot reach by importing the C library, nothing else.
    .target(name: "CShims"),

    // The functional core: no clock, no file, no socket, no import. Whether two accesses to a property
    // overlap is looked at in debug builds, where all tests run; it would be a fifth of the work.
    .target(
      name: "AuditCore",
      exclude: [
        "Decoding/README.md", "History/README.md", "Performance.md", "Persistence/README.md",
        "Rendering/README.md",
        "Rules/README.md", "Stacks/README.md",
      ],
      swiftSettings: strict + [
        .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
      ],
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
      name: "HTTP", dependencies: ["CMicrohttpd", "LinuxIO", "Systemd"], swiftSettings: strict),
    .target(
      name: "AuditStore", dependencies: ["AuditCore", "CSQLite", "CShims", "LinuxIO"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "AuditDaemon",
      dependencies: [
        "AuditCore", "AuditStore", "Configuration", "HTTP", "LinuxIO", "Pages", "Systemd",
      ],
      exclude: ["README.md", "Web/README.md"],
      resources: [.embedInCode("Web/Assets/openapi.json")], swiftSettings: strict),
    .executableTarget(
      name: "bgtaskd",
      dependencies: ["AuditCore", "AuditDaemon", "AuditStore", "Configuration", "LinuxIO"],
      swiftSettings: strict),
    // What browsers show. The files of Assets become parts of the program.
    .target(
      name: "Pages", dependencies: ["AuditCore"], exclude: ["README.md", "Pictures"],
      resources: [.embedInCode("Assets")], swiftSettings: strict),
    .executableTarget(
      name: "bgtaskctl",
      dependencies: ["AuditCore", "AuditStore", "Configuration", "LinuxIO", "Pages"],
      exclude: ["README.md"], swiftSettings: strict),

    .testTarget(
      name: "AuditCoreTests", dependencies: ["AuditCore", "LinuxIO"],
      exclude: ["Persistence/Formats", "Rendering/Golden"], swiftSettings: strict),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "AuditCore"],
      swiftSettings: strict),
    .testTarget(
      name: "StoreTests", dependencies: ["AuditStore", "AuditCore", "CSQLite", "LinuxIO"],
      swiftSettings: strict),
    .testTarget(
      name: "ToolTests",
      dependencies: ["bgtaskctl", "bgtaskd", "AuditCore", "AuditStore", "LinuxIO"],
      swiftSettings: strict),
    // A process for tests to kill while it fills a spool.
    .executableTarget(
      name: "SpoolProbe", dependencies: ["AuditCore", "AuditDaemon", "LinuxIO"],
      path: "Tests/SpoolProbe", swiftSettings: strict),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "AuditDaemon", "AuditCore", "AuditStore", "CShims", "CSQLite", "Configuration", "LinuxIO",
        "HTTP", "Pages", "SpoolProbe",
        "Systemd", "bgtaskd",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PagesTests", dependencies: ["Pages", "AuditCore"], path: "Tests/Pages/PagesTests",
      exclude: ["Golden"], swiftSettings: strict),
    // Every log of Tests/Cases through the real program.
    .testTarget(name: "CaseTests", dependencies: ["bgtaskctl"], swiftSettings: strict),
    // What the tree itself must look like.
    .testTarget(
      name: "RepositoryTests", dependencies: ["AuditCore", "AuditDaemon", "Configuration"],
      swiftSettings: strict),
  ] + fuzzing,
  swiftLanguageModes: [.v6]
)
