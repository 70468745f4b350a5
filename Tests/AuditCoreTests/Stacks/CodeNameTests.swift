import LinuxIO
import Testing

@testable import AuditCore

struct CodeNameTests {
  private func read(_ symbol: String) -> CodeName {
    CodeName.read(symbol, demangle: SwiftDemangler.demangle)
  }

  @Test(arguments: [
    ("-[EMClient appDidEnterBackground:]", "EMClient"),
    ("+[EMClient sharedClient]", "EMClient"),
    ("-[EMClient(Push) bindToken:]", "EMClient"),
    ("__35-[Amplitude addObservers]_block_invoke", "Amplitude"),
    ("__35-[Amplitude addObservers]_block_invoke_2", "Amplitude"),
    ("__40+[MTHBackground start]_block_invoke.12", "MTHBackground"),
    ("-[_TtC4Tolk6Client send]", "Tolk.Client"),
    ("-[Tolk.Client send]", "Tolk.Client"),
    ("flushQueue", "flushQueue"),
    ("__flushQueue_block_invoke_3", "flushQueue"),
    ("flushQueue.cold.1", "flushQueue"),
    ("_ZN3net6Client5flushEv", "net::Client"),
    ("___ZN3net6Client5flushEv_block_invoke", "net::Client"),
    ("net::Client::flush(std::string const&)", "net::Client"),
    ("kfun:com.example.Sync#flush(){}", "com.example.Sync"),
  ]) func holderOfObjectiveCAndC(symbol: String, holder: String) {
    #expect(read(symbol).holder == holder)
  }

  @Test(arguments: [
    // As the compiler mangled a sample of each construct.
    (
      "$s10StreamChat26IOSBackgroundTaskSchedulerC05beginD017expirationHandlerSbyycSg_tF",
      "StreamChat.IOSBackgroundTaskScheduler",
      "StreamChat.IOSBackgroundTaskScheduler.beginTask(expirationHandler:)"
    ),
    (
      "$s9letterbox11AppDelegateC19installEventHandleryyFyycfU_", "letterbox.AppDelegate",
      "closure in letterbox.AppDelegate.installEventHandler()"
    ),
    (
      "$s10Fieldnotes11AppDelegateC29applicationDidEnterBackgroundyySo13UIApplicationCFTo",
      "Fieldnotes.AppDelegate", "Fieldnotes.AppDelegate.applicationDidEnterBackground(_:)"
    ),
    ("_$s4Acme3BoxC4callyyF", "Acme.Box", "Acme.Box.call()"),
    ("$S4Acme3BoxC4callyyF", "Acme.Box", "Acme.Box.call()"),
    ("_T04Acme3BoxC4callyyF", "Acme.Box", "Acme.Box.call()"),
    ("$s4Acme3BoxC4callyyFyycfU_yycfU_TA", "Acme.Box", "closure in Acme.Box.call()"),
    ("$s4Acme3BoxC4callyyFyycfU_TA.8", "Acme.Box", "closure in Acme.Box.call()"),
    ("$s4Acme3BoxC2lzSivg", "Acme.Box", "Acme.Box.lz.getter"),
    ("$s4Acme3BoxC2lzSivgSiyXEfU_", "Acme.Box", "closure in Acme.Box.lz.getter"),
    (
      "$s4Acme3BoxC4priv33_234656B0541D2A26DD28A219108D95E5LLSivsyycfU_", "Acme.Box",
      "closure in Acme.Box.priv.setter"
    ),
    (
      "$s4Acme3BoxC6hidden33_234656B0541D2A26DD28A219108D95E5LL_5labelySi_SidtF5localL_yyFyycfU_",
      "Acme.Box", "closure in Acme.Box.hidden(_:label:)"
    ),
    (
      "$s4Acme2E233_234656B0541D2A26DD28A219108D95E5LLO1NV1fyyFyycfU_TA", "Acme.E2.N",
      "closure in Acme.E2.N.f()"
    ),
    (
      "$s4Acme6Secret33_234656B0541D2A26DD28A219108D95E5LLC4leakyyF", "Acme.Secret",
      "Acme.Secret.leak()"
    ),
    (
      "$s4Acme3BoxC5InnerCAASiRszlE7specialyyFyycfU_", "Acme.Box.Inner",
      "closure in Acme.Box.Inner.special()"
    ),
    ("$s4Acme3BoxC5InnerC2goyyyycF", "Acme.Box.Inner", "Acme.Box.Inner.go(_:)"),
    (
      "$s4Acme3BoxCAA5SchedA2aDP9beginTask1hSbyycSg_tFTW", "Acme.Box", "Acme.Box.beginTask(h:)"
    ),
    ("$s4Acme3BoxC3genyxxAA5SchedRzlF", "Acme.Box", "Acme.Box.gen(_:)"),
    ("$s4Acme3BoxC2eeoiySbAC_ACtFZ", "Acme.Box", "Acme.Box.==(_:_:)"),
    ("$s4Acme3BoxC1aACSi_tcfC", "Acme.Box", "Acme.Box.__allocating_init(a:)"),
    ("$s4Acme3BoxCfD", "Acme.Box", "Acme.Box.__deallocating_deinit"),
    ("$s4Acme3BoxC3obsSivW", "Acme.Box", "Acme.Box.obs.didset"),
    ("$s4Acme3BoxC4deftyySiFfA_SiycfU_", "Acme.Box", "closure in Acme.Box.deft(_:)"),
    ("$s4Acme3ActC7performyyYaFTY0_", "Acme.Act", "Acme.Act.perform()"),
    ("$s4Acme3ActC7performyyYaFTQ1_", "Acme.Act", "Acme.Act.perform()"),
    ("$s4Acme3BoxC4callyyFTf4n_n", "Acme.Box", "Acme.Box.call()"),
    ("$s4Acme1WV1vSivsTm", "Acme.W", "Acme.W.v.setter"),
    ("$sSa4AcmeE5flushyyFSi_Tg5", "Acme.Array", "Acme.Array.flush()"),
    ("$s4Acme3top1aySi_tFyycfU_", "Acme.top", "closure in Acme.top(a:)"),
    ("$s4Acme8uselocalyyF1LL_V3zedyyFyycfU_TA", "Acme.uselocal", "closure in Acme.uselocal()"),
    ("$s4AcmeSiyXEfU_", "Acme", "closure in Acme"),
  ]) func holderAndReadableTextOfSwift(symbol: String, holder: String, readable: String) {
    let name = read(symbol)
    #expect(name.holder == holder)
    #expect(name.readable == readable)
  }

  /// `$s` and the length of a name: digits that no number of 64 bits can hold, and no name either.
  @Test(arguments: ["", "x", "_tF", "4Tolk"]) func aLengthPast64Bits(_ tail: String) {
    let symbol = "$s" + String(repeating: "2", count: 20) + tail
    #expect(read(symbol).readable == symbol)
  }

  @Test(arguments: [
    (
      "$s10StreamChat26IOSBackgroundTaskSchedulerC05beginD017expirationHandlerSbyycSg_tF",
      "StreamChat.IOSBackgroundTaskScheduler", "beginTask"
    ),
    ("$s4Acme6Secret33_234656B0541D2A26DD28A219108D95E5LLC4leakyyF", "Acme.Secret", "leak"),
    ("$s4Acme3BoxC5InnerC2goyyyycF", "Acme.Box.Inner", "go"),
    ("$sSo13UIApplicationC4TolkE9bgt_begin4name", "Tolk.UIApplication", "bgt_begin"),
    ("$s4Acme3top1aySi_tF", "Acme.top", "top"),
    ("_TFC4Acme3Box4callfT_T_", "Acme.Box", "call"),
    ("_TFFC4Acme3Box4callFT_T_U_FT_T_", "Acme.Box", "call"),
    // A symbol that the log has cut.
    ("$s10StreamChat26IOSBackgroundTaskSch…", "StreamChat", ""),
    ("$s10StreamChat…", "StreamChat", ""),
  ]) func withoutDemangler(symbol: String, holder: String, member: String) {
    let name = CodeName.read(symbol, demangle: { _ in nil })
    #expect(name.holder == holder)
    #expect(name.member == member)
  }

  @Test(arguments: [
    "main", "start", "_main", "$s4Acme11AppDelegateC5$mainyyFZ", "UIApplicationMain",
  ])
  func entry(symbol: String) { #expect(read(symbol).kind == .entry) }

  @Test(arguments: ["$sIeg_IeyB_TR", "$sIeg_IeyB_TRTA", "OUTLINED_FUNCTION_12"])
  func thunk(symbol: String) { #expect(read(symbol).kind == .thunk) }

  @Test(arguments: ["<redacted>", "0x10004c000", "???", "unknown method", "_mh_execute_header", ""])
  func stripped(symbol: String) {
    #expect(read(symbol).kind == .stripped)
    #expect(read(symbol).holder == nil)
  }

  @Test(arguments: [
    ("__35-[A b]_block_invoke_2", "__35-[A b]_block_invoke_17"),
    ("__flush_block_invoke", "__flush_block_invoke_4"),
    ("flush.cold.1", "flush.cold.3"),
    ("$s4Acme3BoxC4callyyFyycfU_", "$s4Acme3BoxC4callyyFyycfU0_"),
    (
      "$s4Acme6Secret33_234656B0541D2A26DD28A219108D95E5LLC4leakyyF",
      "$s4Acme6Secret33_AAAA56B0541D2A26DD28A219108D95E5LLC4leakyyF"
    ),
  ]) func normalisedTheSame(one: String, other: String) {
    #expect(read(one).normalised == read(other).normalised)
    #expect(!read(one).normalised.isEmpty)
  }

  /// Demangled in full this symbol of 120 bytes stands for 64 MiB.
  @Test func symbolThatGrowsIsReadByHand() {
    var symbol = "$s1a1fyyAA1XV" + String(repeating: "yAD", count: 21) + "yS2iG"
    for letter in "EFGHIJKLMNOPQRSTUVWXY" { symbol += "A\(letter)G" }
    var asked = false
    let name = CodeName.read(
      symbol + "F",
      demangle: { _ in
        asked = true
        return nil
      })
    #expect(!asked)
    #expect(name.holder == "a.f")
  }

  @Test func randomSymbolsNeverTrap() {
    var random = SeededRandom(seed: 11)
    let seeds = [
      "$s4Acme6Secret33_234656B0541D2A26DD28A219108D95E5LLC4leakyyFyycfU_TA",
      "$s10StreamChat26IOSBackgroundTaskSchedulerC05beginD017expirationHandlerSbyycSg_tF",
      "$s4Acme3BoxCAA5SchedA2aDP9beginTask1hSbyycSg_tFTW",
      "__35-[Amplitude(X) addObservers:b:]_block_invoke_2",
      "_TFFC4Acme3Box4callFT_T_U_FT_T_", "_ZN3net6Client5flushEv",
      "net::Client::flush(std::string const&)",
      "kfun:com.example.Sync#flush(){}", "$sSo13UIApplicationC4TolkE9bgt_begin4name",
    ]
    let alphabet = Array("0123456789ACVOPEaSs_$TUF<>()[]-+. :#é".utf8)
    for _ in 0..<6000 {
      var bytes = Array(random.pick(seeds).utf8)
      for _ in 0...random.below(6) where !bytes.isEmpty {
        let index = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(random.pick(alphabet), at: index)
        case 2: bytes.removeLast(random.below(bytes.count))
        default: bytes[index] = random.pick(alphabet)
        }
      }
      let symbol = String(decoding: bytes, as: UTF8.self)
      _ = read(symbol)
      _ = CodeName.read(symbol, demangle: { _ in nil })
      // What a demangler may print is no more to be trusted than the symbol.
      let demangled = SwiftDemangler.demangle(random.pick(seeds)) ?? symbol
      var text = Array(demangled.utf8)
      if !text.isEmpty { text[random.below(text.count)] = random.pick(alphabet) }
      _ = DemangledPath(text.span)
    }
  }
}
