import AuditCore
import Foundation
import Testing

@testable import Configuration

/// The catalogue of SDKs: the shipped one, drop-ins, and what is said of mistakes.
final class CatalogueTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "bgtaskd-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder + "/sdks.conf.d", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let shipped = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "config/sdks.conf")

  private func write(_ text: String, _ name: String) throws {
    try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
  }

  private func read(_ path: String) -> CatalogueReader {
    CatalogueReader(path: path, besides: folder + "/bgtaskd.conf")
  }

  private func problems(_ text: String) -> [String] {
    var builder = CatalogueBuilder()
    builder.take(INIParser.parse(Array(text.utf8), name: "f"))
    _ = builder.finish()
    return builder.problems.ordered(by: ["f"]).map(\.text)
  }

  private func product(
    _ catalogue: SDKCatalogue, holder: String? = nil, image: String? = "App", task: String? = nil
  ) -> SDKProduct? {
    catalogue.product(
      of: Blame(image: image, holder: holder), taskName: task, process: "App")
  }

  @Test(arguments: [
    ("GDTCORUploadCoordinator", "GoogleDataTransport"),
    ("GDTCCTUploader", "GoogleDataTransport"), ("GDTStorage", "GoogleDataTransport"),
    // Others begin their classes so too.
    ("GDTMobBannerView", nil), ("GDTSDKConfig", nil), ("SDImageCache", "SDWebImage"),
    ("SDWebImageDownloaderOperation", "SDWebImage"), ("SDChatManager", nil),
    ("PINDiskCache", "PINCache"), ("PINCodeViewController", nil),
    ("Mixpanel", "Mixpanel for Objective-C"), ("Mixpanel.Flush", "Mixpanel for Swift"),
    ("MixpanelWrapper", nil), ("Segment.SegmentDestination", "Segment for Swift"),
    ("StreamChat.IOSBackgroundTaskScheduler", "StreamChat"),
    ("MMEUIApplicationWrapper", "Mapbox Mobile Events"), ("MPCCPChannel", "Aliyun Mobile Push"),
    ("RNBackgroundTimer", "react-native-background-timer"), ("MXMetricManager", nil),
    ("ALFileExpirationManager", "AppLovin MAX"), ("ALAssetsLibrary", nil),
    // Nothing is publicly known of these.
    ("EMClient", nil), ("RCIMClient", nil), ("NIMSDK", nil), ("PFObject", nil), ("Branch", nil),
    ("BugsnagClient", nil), ("SentrySDK", nil), ("FBSDKAppEvents", nil),
    ("BackgroundTaskManager", nil), ("AppDelegate", nil), ("App.AppDelegate", nil),
  ])
  func theShippedOneNamesCode(holder: String, wanted: String?) {
    let reader = read(Self.shipped.path)
    #expect(reader.problems == [])
    #expect(product(reader.catalogue, holder: holder)?.name == wanted)
  }

  @Test(arguments: [
    ("GDTStorage", "GoogleDataTransport"), ("GDTCCTUploader-upload", "GoogleDataTransport"),
    ("com.amazonaws.AWSPinpointSessionBackgroundTask", "AWS Pinpoint"),
    ("amplitude", "Amplitude-Swift"), ("RNBackgroundTimer", "react-native-background-timer"),
    // The name in Apple's own example.
    ("Finish Network Tasks", nil), ("upload", nil), ("Called by App, from x", nil),
  ])
  func theShippedOneNamesTasks(task: String, wanted: String?) {
    let catalogue = read(Self.shipped.path).catalogue
    #expect(product(catalogue, holder: task, task: task)?.name == wanted)
  }

  @Test func theShippedOneKnowsOnlyVersionsThatAreTold() throws {
    let text = try String(contentsOf: Self.shipped, encoding: .utf8)
    let versions = text.split(separator: "\n").filter { $0.hasPrefix("FixedIn=") }
    #expect(versions == ["FixedIn=13.3.0", "FixedIn=2.5.1.0"])
    for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func theHeadOfTheShippedFileExplainsEveryKey() throws {
    let text = try String(contentsOf: Self.shipped, encoding: .utf8)
    let explained = text.split(separator: "\n").filter { $0.hasPrefix("#   ") }.compactMap { line in
      line.dropFirst(4).first == " " ? nil : line.dropFirst(4).prefix { $0 != "=" }
    }
    #expect(explained.map(String.init) == ["[SDK Example]"] + CatalogueKey.all.map(\.name))
  }

  @Test func dropInsAddCorrectAndReset() throws {
    try write(
      "[SDK One]\nPrefix=ONE\nPrefix=UNO\nFixedIn=1.0\nRules=double-end late-end\n", "main.conf")
    try write("[SDK One]\nPrefix=\nPrefix=EIN\nFixedIn=2.0\nRules=\n", "sdks.conf.d/1.conf")
    try write("[SDK Mine]\nClass=EINFloat\n", "sdks.conf.d/2.conf")
    let reader = read(folder + "/main.conf")
    #expect(reader.problems == [])
    #expect(reader.catalogue.count == 2)
    #expect(product(reader.catalogue, holder: "ONEThing") == nil)
    let found = try #require(product(reader.catalogue, holder: "EINThing"))
    #expect(found.name == "One" && found.fixedIn == "2.0" && found.rules == [])
    #expect(product(reader.catalogue, holder: "EINFloat")?.name == "Mine")
  }

  @Test func onlyANamedOneMustExist() throws {
    #expect(
      read(folder + "/none.conf").problems.map(\.text) == [
        "\(folder)/none.conf: cannot open: No such file or directory"
      ])
    try write("[Stacks]\nSDKCatalogue=\(folder)/none.conf\n", "bgtaskd.conf")
    #expect(
      ConfigurationReader.check(path: folder + "/bgtaskd.conf").map(\.text) == [
        "\(folder)/none.conf: cannot open: No such file or directory"
      ])
    try write("[SDK Mine]\nClass=MYUploader\n", "mine.conf")
    try write("[Stacks]\nSDKCatalogue=\(folder)/mine.conf\n", "bgtaskd.conf")
    let settings = try ConfigurationReader.read(path: folder + "/bgtaskd.conf")
    #expect(settings.audit.catalogue.count == 1)
  }

  @Test func everyMistakeIsNamed() {
    #expect(
      problems(
        """
        [Product]
        [SDK]
        [SDK Empty]
        Known=nothing
        [SDK Bad]
        Prefix=A
        Prefix=A B
        Class=Mod..Type
        Class=9Lives
        Module=A.B
        Task=a*b
        Task=ab*
        Rules=double-end overwriten-id
        Link=http://example.com
        FixdIn=1
        """)
        == [
          "f:1: [Product]: unknown section; products stand in sections such as [SDK Example]",
          "f:2: [SDK]: unknown section; products stand in sections such as [SDK Example]",
          "f:3: [SDK Empty]: needs Prefix=, Class=, Module=, Image= or Task=",
          "f:5: [SDK Bad]: needs Prefix=, Class=, Module=, Image= or Task=",
          "f:6: Prefix: \"A\" is not the beginning of a class name, of two or more letters",
          "f:7: Prefix: \"A B\" is not the beginning of a class name, of two or more letters",
          "f:8: Class: \"Mod..Type\" is not a class, such as NAME or MODULE.NAME",
          "f:9: Class: \"9Lives\" is not a class, such as NAME or MODULE.NAME",
          "f:10: Module: \"A.B\" is not the name of a Swift module",
          "f:11: Task: \"a*b\" is not the name of a task, nor its first three or more letters and a *",
          "f:12: Task: \"ab*\" is not the name of a task, nor its first three or more letters and a *",
          "f:13: Rules: \"overwriten-id\" is no rule; did you mean overwritten-id?",
          "f:14: Link: \"http://example.com\" does not begin with https://",
          "f:15: FixdIn: unknown key in [SDK Bad]; did you mean FixedIn?",
        ])
  }
}
