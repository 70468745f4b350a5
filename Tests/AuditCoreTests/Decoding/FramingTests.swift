import Testing

@testable import AuditCore

@Suite struct FramingTests {
  /// Who printed an end of id 6 in this line, as far as the framing says.
  private func who(_ framing: String) -> String? {
    RecordingSink.decode(framing + "BGT end id=6").lines().first
  }

  @Test(arguments: [
    (
      "2026-10-08 11:59:59.318 Df Bare Example[31848:159e4] [com.apple.UIKit:BackgroundTask] ",
      "process=Bare Example pid=31848 thread=88548 t=1791460799.318"
    ),
    (
      "2026-10-08 11:59:59.318 E  App[31848:159e4] ",
      "process=App pid=31848 thread=88548 t=1791460799.318"
    ),
    (
      "2026-10-08 11:59:59.318 Db App[31848:159e4] (UIKitCore) [com.apple.UIKit:BackgroundTask] ",
      "process=App pid=31848 thread=88548 t=1791460799.318"
    ),
    (
      "2026-04-01 22:50:58.223142+0300 0x1cc1515  Default     0x0                  87108  0    Example App: (UIKitCore) [com.apple.UIKit:BackgroundTask] ",
      "process=Example App pid=87108 thread=30151957 t=1775073058.223142 zone=180"
    ),
    (
      "2026-04-01 22:50:58.223142+0300  localhost App[87108]: (UIKitCore) [a:b] ",
      "process=App pid=87108 t=1775073058.223142 zone=180"
    ),
    (
      "default\t11:06:18.825588+0800\tMy App\t",
      "process=My App t=63083178.825588 zone=480"
    ),
    (
      "default\t2019-04-16 11:06:18.825588 +0800\tapp\t",
      "process=app t=1555383978.825588 zone=480"
    ),
    (
      "CFNetwork\tdefault\t19:28:56.942606 -0800\tAPP\t",
      "process=APP t=63170936.942606 zone=-480"
    ),
    (
      "2247\tdefault\t14:14:22.998399+1100\tapp\t",
      "process=app pid=2247 t=63083662.998399 zone=660"
    ),
    (
      "11:06:18.825588+0800\tdefault\tapp\tcom.apple.UIKit\tBackgroundTask\t",
      "process=app t=63083178.825588 zone=480"
    ),
    (
      "default\t08:00:54.7006\trunningboardd\tRunningBoard\t",
      "process=runningboardd t=63100854.7006"
    ),
    (
      "default 2019-04-16 18:23:09.101000 +0800 Ledger ",
      "process=Ledger t=1555410189.101 zone=480"
    ),
    ("error 18:23:09.101000+0800   Ledger   ", "process=Ledger t=63109389.101 zone=480"),
    (
      "2026-03-31 15:47:40.800 [info][tid:com.facebook.react.runtime.JavaScript] ",
      "thread=\(ThreadNumber.read(Array("com.facebook.react.runtime.JavaScript".utf8).span)) t=1774972060.8"
    ),
    (
      "2026-03-31 15:47:40.800123+0000 App[12:345] [native] ",
      "process=App pid=12 thread=345 t=1774972060.800123 zone=0"
    ),
    (
      "2026-03-31 15:47:40.800123+0000 Runner[19101:309494] flutter: ",
      "process=Runner pid=19101 thread=309494 t=1774972060.800123 zone=0"
    ),
    (
      "Aug 29 22:52:43 Some-iPhone BG[21017] <Warning>: ",
      "process=BG pid=21017 device=Some-iPhone t=83976763.0"
    ),
    (
      "Oct  7 14:30:01 iPhone HelloApp(UIKitCore)[812] <Notice>: ",
      "process=HelloApp pid=812 device=iPhone t=87316201.0"
    ),
    (
      "Dec 15 11:48:28.972604 Sample App(UIKitCore)[11710] <Notice>: ",
      "process=Sample App pid=11710 t=93268108.972604"
    ),
    ("Dec 15 11:48:28 host App[11710]: ", "process=App pid=11710 device=host t=93268108.0"),
  ])
  func unframes(framing: String, origin: String) {
    #expect(who(framing) == "end id=6 \(origin) by=product")
  }

  @Test func undoesVisEncoding() {
    func decoded(_ text: String) -> String? {
      VisDecoding.decode(Array(text.utf8).span).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(decoded("plain") == nil)
    #expect(decoded(#"\M-e\M-<\M^@"#) == "开")
    #expect(decoded(#"a\134b\\c\^I\240"#) == "a\\b\\c\t\u{FFFD}")
    #expect(decoded(#"\M-c\M^@\M^@"#) == "\u{3000}")
    // What is no escape stays.
    #expect(decoded(#"\q \M \M=1 \99 \"#) == #"\q \M \M=1 \99 \"#)
  }

  @Test func readsGroupedIDsThroughVisEncoding() {
    let line =
      #"Dec 15 11:48:28.972604 App(UIKitCore)[1] <Error>: Background Task 13\M-B\M- 119 ("amplitude"), was created over 30 seconds ago. In"#
    #expect(RecordingSink.decode(line).events.first?.id == 13119)
  }
}
