import AuditCore
import LinuxIO
import Testing

/// Stacks of the given cases and of public reports, with who is to blame for them.
struct SymbolReaderTests {
  private let texts = TextTable()
  private let table: StackTable
  private let reader = SymbolReader(demangle: SwiftDemangler.demangle)

  init() { table = Self.table(texts) }

  private static func table(
    _ texts: TextTable, systemImages: [String] = [], hookSymbols: [String] = []
  ) -> StackTable {
    StackTable(
      texts: texts,
      symbols: SymbolReader(
        demangle: SwiftDemangler.demangle, systemImages: systemImages, hookSymbols: hookSymbols))
  }

  private func facts(_ stack: String, in table: StackTable? = nil) -> StackFacts {
    let table = table ?? self.table
    return table.facts(intern(stack, in: table))
  }

  private func intern(_ stack: String, in table: StackTable) -> StackID {
    table.intern(
      stack.split(separator: "\n").map { line in
        FrameText.parse(line.utf8.span, texts: texts)!
      })
  }

  private func facts(ofName name: String) -> StackFacts {
    table.facts(.none, name: texts.intern(name))
  }

  static let hook = """
    0   EMSample                            0x0000000102903a58 -[UIApplication(GCS) gcs_beginBackgroundTaskWithExpirationHandler:] + 132

    """

  @Test func staticSDKIsNamedByItsClass() {
    let facts = facts(
      Self.hook + """
        1   EMSample                            0x000000010298a1c4 -[EMClient applicationDidEnterBackground:] + 212
        2   EMSample                            0x00000001028f9e10 -[AppDelegate applicationDidEnterBackground:] + 76
        3   UIKit                               0x00000001ea5d7d24 -[UIApplication _applicationDidEnterBackground] + 96
        4   EMSample                            0x00000001028f7a1c main + 88
        """)
    #expect(facts.blame.image == "EMSample")
    #expect(facts.blame.symbol == "-[EMClient applicationDidEnterBackground:]")
    #expect(facts.blame.holder == "EMClient")
    #expect(facts.holder.isKnown)
    #expect(!facts.insideHandler)
  }

  @Test func methodsOfOneClassAreOneHolder() {
    let one = facts(
      Self.hook + "1   EMSample   0x000000010298c9d0 -[EMClient appDidEnterBackground:] + 168")
    let two = facts(
      Self.hook + "1   EMSample   0x000000010298a1c4 __20-[EMClient flush:]_block_invoke_2 + 212")
    let other = facts(
      Self.hook + "1   EMSample   0x000000010298a1c4 -[HomeController startTask] + 120")
    #expect(one.holder == two.holder)
    #expect(one.holder != other.holder)
    #expect(one.digest != two.digest)
  }

  @Test func sameClassNameInAnotherImageIsAnotherHolder() {
    #expect(
      facts("0   A   0x000000010298c9d0 -[Client go] + 1").holder
        != facts("0   B   0x000000010298c9d0 -[Client go] + 1").holder)
  }

  @Test func swiftHookAndSchedulerOfStreamChat() {
    let facts = facts(
      """
      0   Tolk.debug.dylib                    0x0000000105a0c1e4 $sSo13UIApplicationC4TolkE9bgt_begin4name7handlerSo26UIBackgroundTaskIdentifieraSSSg_yycSgtF + 412
      1   Tolk.debug.dylib                    0x0000000105b90a28 $s10StreamChat26IOSBackgroundTaskSchedulerC05beginD017expirationHandlerSbyycSg_tF + 236
      2   Tolk.debug.dylib                    0x0000000105b8e3d0 $s10StreamChat0B12ConnectionRepositoryC10disconnect + 88
      3   UIKitCore                           0x0000000185b2c6e0 -[UIApplication _applicationDidEnterBackground] + 120
      """)
    #expect(facts.blame.holder == "StreamChat.IOSBackgroundTaskScheduler")
    #expect(
      facts.blame.symbol == "StreamChat.IOSBackgroundTaskScheduler.beginTask(expirationHandler:)")
    #expect(facts.blame.image == "Tolk.debug.dylib")
  }

  @Test func frameworkImage() {
    let facts = facts(
      """
      0   Riot                                0x0000000100b00014 -[UIApplication(BGTAudit) bgt_beginBackgroundTaskWithExpirationHandler:] + 104
      1   MatrixSDK                           0x0000000101f0a0c4 -[MXFileStore commit] + 300
      """)
    #expect(facts.blame.image == "MatrixSDK")
    #expect(facts.blame.holder == "MXFileStore")
  }

  @Test func insideTheHandler() {
    let facts = facts(
      """
      0   GtmDemo                             0x00000001023f0b44 -[UIApplication(BGTAudit) bgt_beginBackgroundTaskWithName:expirationHandler:] + 140
      1   GtmDemo                             0x0000000102410f9c -[GTMSessionFetcher beginFetchMayDelay:mayAuthorize:] + 1540
      2   GtmDemo                             0x00000001024118d0 __50-[GTMSessionFetcher beginFetchMayDelay:mayAuthorize:]_block_invoke + 196
      3   UIKitCore                           0x00000001a3476160 -[_UIBackgroundTaskInfo fireExpirationHandler] + 72
      4   UIKitCore                           0x00000001a347ef30 _fireBackgroundExpirationHandlers + 576
      5   UIKitCore                           0x00000001a3479ff4 ___UIApplicationMainPreparations_block_invoke_3 + 76
      """)
    #expect(facts.insideHandler)
    #expect(facts.blame.holder == "GTMSessionFetcher")
    #expect(facts.blame.symbol == "-[GTMSessionFetcher beginFetchMayDelay:mayAuthorize:]")
  }

  @Test func insideTheBlockThatTheHookPutInTheHandlersPlace() {
    let inner = "1   App    0x0000000102410f9c -[Fetcher stop] + 40\n"
    let block = """
      2   App    0x00000001023f0b90 __72-[UIApplication(BGTAudit) bgt_beginBackgroundTaskWithName:expirationHandler:]_block_invoke + 60
      """
    #expect(facts(Self.hook + inner + block).insideHandler)
    // The hook's own block inside its begin, as for a lock: no handler runs.
    #expect(!facts(block + "\n" + inner).insideHandler)
  }

  @Test func onlyMainLeft() {
    let facts = facts(
      Self.hook + """
        1   UIKit                               0x00000001ea5d7d24 -[UIApplication _run] + 96
        2   EMSample                            0x00000001028f7a1c main + 88
        3   libdyld.dylib                       0x00000001a0393cf8 start + 4
        """)
    #expect(facts.blame == Blame(image: "EMSample"))
    #expect(facts.holder == .unknown)
    #expect(facts.digest == 0)
  }

  @Test(arguments: [
    "<redacted> + 64", "0x10004c000 + 5368872", "EMSample + 20480", "_mh_execute_header + 71812",
  ]) func strippedBlameFrameNamesItsImageAlone(symbol: String) {
    let facts = facts(
      Self.hook + "1   EMSample    0x000000010298c9d0 \(symbol)\n"
        + "2   EMSample    0x000000010298c9d0 -[AppDelegate go] + 4")
    #expect(facts.blame == Blame(image: "EMSample"))
    #expect(facts.holder == .unknown)
  }

  @Test func wrapperOfAnSDKIsPassedOver() {
    let wrapper =
      "1   MapboxMobileEvents    0x000000010298c9d0 -[MMEUIApplicationWrapper beginBackgroundTaskWithExpirationHandler:] + 60\n"
    let facts = facts(
      Self.hook + wrapper
        + "2   MapboxMobileEvents    0x000000010298ca00 -[MMEEventsManager flush] + 44")
    #expect(facts.blame.holder == "MMEEventsManager")
    let alone = self.facts(Self.hook + wrapper)
    #expect(alone.blame.image == "MapboxMobileEvents")
    #expect(alone.holder == .unknown)
  }

  @Test func compilersThunksAreNobodys() {
    let facts = facts(
      """
      0   App    0x000000010298c9d0 $sIeg_IeyB_TR + 20
      1   App    0x000000010298c9d0 $s4Acme3BoxC4callyyFyycfU_ + 20
      """)
    #expect(facts.blame.holder == "Acme.Box")
  }

  @Test func genericCodeOfTheSystemInTheAppsImageIsTheSystems() {
    let facts = facts(
      """
      0   App    0x000000010298c9d0 $sSTsE7forEachyyy7ElementQzKXEKF + 20
      1   App    0x000000010298c9d0 $s4Acme3BoxC4callyyF + 20
      """)
    #expect(facts.blame.holder == "Acme.Box")
  }

  @Test func usersImagesAndHooks() {
    let stack = """
      0   App    0x000000010298c9d0 -[TKTracer traceBegin:] + 20
      1   CrashKit    0x000000010298c9d0 -[CKWrapper run] + 20
      2   App    0x000000010298c9d0 -[Uploader start] + 20
      """
    let extended = Self.table(texts, systemImages: ["Crash*"], hookSymbols: ["TKTracer"])
    #expect(facts(stack, in: extended).blame.holder == "Uploader")
    #expect(facts(stack).blame.holder == "TKTracer")
    let bySymbol = Self.table(texts, systemImages: ["CrashKit"], hookSymbols: ["-[TKTracer trace"])
    #expect(facts(stack, in: bySymbol).blame.holder == "Uploader")
  }

  @Test func defaultNameAndStackNameOneHolder() {
    let stack = facts(
      """
      0   Kestrel                             0x0000000104b2c0d8 -[UIApplication(BGTAudit) bgt_beginBackgroundTaskWithExpirationHandler:] + 104
      1   Kestrel                             0x0000000104c1a2e4 -[Amplitude enterBackground] + 188
      """)
    let name = facts(ofName: "Called by Kestrel, from -[Amplitude enterBackground]")
    #expect(stack.holder.isKnown)
    #expect(stack.holder == name.holder)
    #expect(stack.blame == name.blame)
    #expect(stack.digest == name.digest)
  }

  @Test(arguments: [
    ("Called by Instabug, from -[IBGBugReporter flush]", "Instabug", "IBGBugReporter"),
    (
      "Called by letterbox, from $s9letterbox11AppDelegateC19installEventHandleryyFyycfU_",
      "letterbox", "letterbox.AppDelegate"
    ),
    ("Called by MyApp, from MyMethod", "MyApp", "MyMethod"),
  ]) func defaultName(name: String, image: String, holder: String) {
    let facts = facts(ofName: name)
    #expect(facts.blame.image == image)
    #expect(facts.blame.holder == holder)
    #expect(facts.holder.isKnown)
  }

  @Test(arguments: [
    ("Called by Deadeye, from unknown method", "Deadeye"),
    ("Called by Deadeye, from <redacted>", "Deadeye"),
    (
      "Called by MapboxMobileEvents, from -[MMEUIApplicationWrapper beginBackgroundTaskWithExpirationHandler:]",
      "MapboxMobileEvents"
    ),
    ("Called by UIKit, from <redacted>", nil),
    (
      "Called by Chat, from -[UIApplication(GCS) gcs_beginBackgroundTaskWithExpirationHandler:]",
      nil
    ),
    ("<private>", nil), ("UIKitBackgroundCompletionTask", nil),
    ("Shared Background Assertion 12 for com.example.Ledger", nil), ("", nil),
  ]) func nameThatNamesNoHolder(name: String, image: String?) {
    let facts = facts(ofName: name)
    #expect(facts.holder == .unknown)
    #expect(facts.blame.holder == nil)
    #expect(facts.blame.image == image)
  }

  @Test func taskNameIsAHolderOfItsOwnKind() {
    let facts = facts(ofName: "GTMSessionFetcher-upload")
    #expect(facts.blame == Blame(holder: "GTMSessionFetcher-upload"))
    #expect(facts.holder == self.facts(ofName: "GTMSessionFetcher-upload").holder)
    #expect(facts.holder != self.facts(ofName: "flush").holder)
    let code = self.facts("0   App    0x000000010298c9d0 flush + 20")
    #expect(code.holder != self.facts(ofName: "flush").holder)
  }

  @Test func stackBeforeName() {
    let stack = intern("0   App    0x000000010298c9d0 -[Uploader start] + 20", in: table)
    let stripped = intern("0   App    0x000000010298c9d0 <redacted> + 20", in: table)
    let name = texts.intern("upload")
    #expect(table.facts(stack, name: name).blame.holder == "Uploader")
    #expect(table.facts(stripped, name: name).blame == Blame(image: "App", holder: "upload"))
    #expect(table.facts(stripped, name: .none).holder == .unknown)
  }

  @Test(arguments: [
    "Launch Background Task for Coalescing", "com.apple.UIKit.CABackingStoreCollect",
    "_UIRemoteKeyboard XPC disconnection", "_UIKeyboardArbiterClient XPC disconnection",
    "com.apple.asset_manager.cache_resource_cleanup", "com.apple.WebKit.ProcessAssertion",
    "CoreData: CloudKit Export",
  ]) func systemTask(name: String) {
    #expect(table.owner(.none, name: texts.intern(name)).isSystem)
    #expect(facts(ofName: name).blame == Blame())
  }

  @Test(arguments: [
    "flush", "com.amazonaws.AWSPinpointSessionBackgroundTask", "Called by App, from f",
  ])
  func tasksOfApps(name: String) {
    #expect(!table.owner(.none, name: texts.intern(name)).isSystem)
  }

  @Test func linesForPeople() {
    let id = intern(
      """
      0   Tolk    0x0000000105b90a28 $s10StreamChat26IOSBackgroundTaskSchedulerC05beginD017expirationHandlerSbyycSg_tF + 236
      1   Tolk    0x0000000105b90a28 0x10004c000 + 5368872
      """, in: table)
    #expect(
      table.lines(id) == [
        "Tolk  StreamChat.IOSBackgroundTaskScheduler.beginTask(expirationHandler:) + 236",
        "Tolk  <redacted> + 5368872",
      ])
  }

  @Test func equalStacksAreStoredOnce() {
    let stack = Self.hook + "1   EMSample   0x000000010298c9d0 -[EMClient go] + 168"
    #expect(intern(stack, in: table) == intern(stack, in: table))
    #expect(table.intern([]) == .none)
    #expect(table.facts(.none).holder == .unknown)
  }
}
