import AuditCore
import Testing

@testable import Pages

/// The sentence for who reads a report cold.
@Suite struct HeadlineTests {
  @Test func `the reference bug with stacks: who, what, why, how sure, and what to do`() throws {
    let headline = Headline(try SampleReports.ofCase("00-reference-1-4-6-ndjson-stacks"))
    #expect(headline.verdict == "killed")
    #expect(headline.sentence == "The system killed Chat: EMClient never ended task 1.")
    #expect(
      headline.why
        == "The id of task 1, begun by EMClient, was probably overwritten by that of task 4: then nothing can end it any more."
    )
    #expect(
      headline.sure
        == "Certain that the system killed the app: a line or report of its own says so. "
        + "Certain that task 1 was not ended: the log has no end of it. "
        + "Probable that the id of task 1 was overwritten: one holder began both tasks and ended the "
        + "newer one, never this one. Task 4 took its place.")
    #expect(headline.advice?.hasPrefix("Keep each id in an object") == true)
  }

  @Test func `where nobody can be named, it says so`() throws {
    let headline = Headline(try SampleReports.ofCase("00-reference-1-4-6"))
    #expect(headline.verdict == "leaking")
    #expect(headline.sentence == "Task 1 was never ended; who began it is not known.")
    #expect(headline.advice?.hasSuffix("log +[NSThread callStackSymbols] at each begin.") == true)
    let sure = try #require(headline.sure)
    #expect(sure.hasPrefix("Certain that task 1 was not ended: the log has no end of it. Possible"))
  }

  @Test func `a kill that no line tells of is not told as certain`() throws {
    let headline = Headline(try SampleReports.ofCase("own-suspended-and-relaunched"))
    #expect(headline.verdict == "killed")
    #expect(headline.sentence.hasPrefix("The system may have killed "))
    #expect(headline.sure?.hasPrefix("Possible that the system killed the app: ") == true)
  }

  @Test func `nothing to audit`() {
    let headline = Headline(SampleReports.of("Dear diary\n"))
    #expect(headline.verdict == "empty")
    #expect(headline.sentence == "Nothing to audit: no line tells of a background task.")
    #expect(headline.why == nil)
  }

  @Test func `all is well`() {
    let headline = Headline(
      SampleReports.of(
        """
        enter beginBackgroundTaskWithExpirationHandler:1
        enter endBackgroundTask:1

        """))
    #expect(headline.verdict == "clean")
    #expect(headline.sentence == "Nothing leaks: the one task of one launch was ended.")
  }

  @Test func `who lost most leads, others are counted`() {
    var log =
      #"{"v":1,"event":"hello","process":"Chat","pid":7,"session":"a","os":"iOS 13"}"# + "\n"
    log += #"{"event":"state","seq":1,"t":1,"state":"background"}"# + "\n"
    for (id, holder) in [(1, "A"), (2, "Busy"), (3, "Busy")] {
      log +=
        "{\"event\":\"begin\",\"seq\":\(id + 1),\"t\":\(id + 1),\"id\":\(id),\"stack\":[\"0   Chat 0x0000000102903a58 -[\(holder) run] + 1\"]}\n"
    }
    log +=
      #"{"event":"exit","seq":5,"t":60,"reason":"killed","text":"active assertions beyond permitted time"}"#
    let headline = Headline(SampleReports.of(log + "\n"))
    #expect(
      headline.sentence
        == "The system killed Chat: Busy never ended 2 tasks. Others lost 1 more task.")
  }

  @Test func `several tasks of nobody are several`() {
    let log = """
      enter beginBackgroundTaskWithExpirationHandler:1
      enter beginBackgroundTaskWithExpirationHandler:4

      """
    let headline = Headline(SampleReports.of(log))
    #expect(headline.sentence == "2 tasks were never ended; who began them is not known.")
  }

  @Test func `what is known already does not lead`() throws {
    var report = try SampleReports.ofCase("00-reference-1-4-6")
    for index in report.findings.indices { report.findings[index].excuse = .known }
    #expect(Headline(report).sentence == "Nothing new: all that was found is known or suppressed.")
  }

  /// A launch that is worse, of which all is known, does not hide it.
  @Test func `what is new in another launch leads`() throws {
    var report = SampleReports.of(
      """
      {"v":1,"event":"hello","process":"Chat","pid":7,"session":"a","os":"iOS 13"}
      {"event":"state","t":1,"state":"background"}
      {"event":"begin","t":2,"id":1,"name":"old"}
      {"event":"exit","t":60,"reason":"killed","text":"active assertions beyond permitted time"}
      {"v":1,"event":"hello","process":"Chat","pid":8,"session":"b","os":"iOS 13"}
      {"event":"state","t":101,"state":"background"}
      {"event":"begin","t":102,"id":1,"name":"new"}
      {"event":"sample","t":190,"remaining":1}

      """)
    for index in report.findings.indices where report.findings[index].sessionNumber == 0 {
      report.findings[index].excuse = .known
    }
    #expect(report.sessions.map(\.verdict) == [.killed, .leaking])
    let headline = Headline(report)
    #expect(headline.verdict == "leaking")
    #expect(headline.sentence == "new never ended task 1.")
  }

  @Test func `a kill for another cause is said where nothing leaks`() throws {
    let headline = Headline(try SampleReports.ofCase("26-8badf00d-scene-update-not-bgtask"))
    #expect(headline.verdict == "clean")
    #expect(headline.sentence.hasSuffix(" was killed, but not for its background tasks."))
    #expect(headline.why?.contains("nothing to do with background tasks") == true)
    #expect(headline.why?.contains("Nothing leaks") == true)
  }
}
