/// The images whose frames are the system's: never to blame for a task.
struct SystemImages: Sendable {
  private var names: Set<String> = []
  private var prefixes: [String] = []

  /// `extra`: names as a stack prints them; a `*` at the end stands for any rest.
  init(extra: [String] = []) {
    for entry in Self.builtIn + extra {
      if entry.hasSuffix("*") {
        prefixes.append(String(entry.dropLast()))
      } else {
        names.insert(entry)
      }
    }
  }

  func contains(_ image: String) -> Bool {
    names.contains(image) || prefixes.contains { image.hasPrefix($0) }
  }

  /// To add one, add a line. Swift modules of the same names count as the system's as well: generic
  /// code of theirs is compiled into the app's image.
  private static let builtIn = [
    // The application and its run loop.
    "UIKit", "UIKitCore", "UIKitServices", "UIFoundation", "SwiftUI", "SwiftUICore", "AppKit",
    "GraphicsServices", "BackBoardServices", "FrontBoardServices", "SpringBoardServices",
    "BoardServices", "RunningBoardServices", "AssertionServices", "BackgroundTasks", "WatchKit",
    "UserNotifications", "PushKit", "CallKit", "CarPlay", "IntentsUI", "Intents", "AppIntents",
    // Foundations.
    "CoreFoundation", "Foundation", "FoundationEssentials", "CFNetwork", "Network", "Combine",
    "Observation", "CoreData", "SwiftData", "CloudKit", "Security", "IOKit", "XPC", "Dispatch",
    "ObjectiveC", "Swift", "_Concurrency", "MetricKit",
    // Graphics, media, places, the web.
    "QuartzCore", "CoreAnimation", "CoreGraphics", "CoreText", "ImageIO", "Metal", "AVFoundation",
    "AVFAudio", "AVKit", "AudioToolbox", "MediaPlayer", "MediaToolbox", "CoreMedia", "Photos",
    "PhotosUI", "CoreLocation", "MapKit", "CoreBluetooth", "CoreMotion", "WebKit", "WebCore",
    "WebKitLegacy", "JavaScriptCore", "SafariServices", "StoreKit", "GameKit", "HealthKit",
    // Libraries.
    "dyld", "dyld_sim", "libdyld.dylib", "libdispatch.dylib", "libobjc.A.dylib",
    "libBlocksRuntime.dylib", "libSystem.B.dylib", "libc++.1.dylib", "libc++abi.dylib",
    "libsystem_*", "libswift*", "libxpc.dylib", "libsqlite3.dylib", "libnetwork.dylib",
    "libMainThreadChecker.dylib", "libBacktraceRecording.dylib", "libViewDebuggerSupport.dylib",
    "libclang_rt.*", "libRPAC.dylib", "libLogRedirect.dylib", "introspection",
  ]
}
