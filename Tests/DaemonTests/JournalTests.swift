import Testing

@testable import Systemd

@Suite struct JournalTests {
  @Test func standardErrorHasOneLineWithItsPriority() {
    let entry = JournalEntry(
      priority: 4, message: "task 1\n<0>is lost", fields: [JournalField("BGTASK_TASK", "1")])
    #expect(String(decoding: entry.line, as: UTF8.self) == "<4>task 1 <0>is lost\n")
    #expect(entry.value(of: "BGTASK_TASK") == "1")
    #expect(entry.value(of: "BGTASK_NAME") == nil)
  }
}
