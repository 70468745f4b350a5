import Testing

@testable import AuditCore

@Suite struct LayoutTests {
  private func lines(_ page: TextPage) -> [String] {
    String(decoding: page.bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
  }

  @Test(arguments: [
    ("abc", 3), ("上传", 4), ("é", 1), ("e\u{301}", 1), ("👨‍👩‍👧", 2), ("🇨🇳", 2), ("❤️", 2), ("❤", 1),
    ("한글", 4), ("ｆｕ", 4), ("\u{FFFD}", 1), ("", 0), ("…", 1),
  ])
  func `columns are counted as a terminal does`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test func `a paragraph is cut at spaces and hangs`() {
    var page = TextPage(style: TextStyle(width: 40))
    page.line(
      [Run("  what   "), Run("Task 1 was never ended and its session is over by now.")], hanging: 9)
    #expect(
      lines(page) == [
        "  what   Task 1 was never ended and its", "         session is over by now.",
      ])
  }

  @Test func `wide text wraps by columns and a word that is too wide is cut`() {
    var page = TextPage(style: TextStyle(width: 40))
    page.line([Run(String(repeating: "上", count: 25))], hanging: 2)
    #expect(lines(page) == [String(repeating: "上", count: 20), "  上上上上上"])
  }

  @Test func `a line is never wider than the page`() {
    for width in [40, 57, 100] {
      var page = TextPage(style: TextStyle(width: width))
      for text in [
        "a b " + String(repeating: "x", count: 300), String(repeating: "上 ", count: 90),
        String(repeating: " ", count: 300), String(repeating: "👨‍👩‍👧", count: 70) + " end",
      ] {
        for hanging in [0, 9, 39] { page.line([Run("    "), Run(text)], hanging: hanging) }
      }
      for line in lines(page) { #expect(DisplayWidth.of(line) <= width) }
    }
  }

  @Test func `nothing at all is an empty line`() {
    var page = TextPage(style: TextStyle(width: 40))
    page.line([])
    page.line([Run("   ")])
    page.blank()
    #expect(lines(page) == ["", "", ""])
  }

  @Test func `columns stand below each other whatever the script`() {
    var columns = Columns()
    columns.header(["A", "B", "C"])
    columns.row([[Run("上传")], [Run("x")], [Run("last")]])
    columns.row([[Run("a")], [Run("\u{1B}")], [Run("")]])
    var page = TextPage(style: TextStyle(width: 80))
    columns.write(to: &page)
    #expect(lines(page) == ["A     B       C", "上传  x       last", "a     \\u{1B}"])
  }

  @Test func `a wide cell is cut with an ellipsis`() {
    var columns = Columns()
    columns.row([[Run(String(repeating: "上", count: 30))], [Run("end")]])
    var page = TextPage(style: TextStyle(width: 80))
    columns.write(to: &page)
    #expect(lines(page) == [String(repeating: "上", count: 17) + "…   end"])
  }

  @Test func `where room is short the widest columns give way, ids never`() {
    var columns = Columns(rigid: 1)
    let id = "18446744073709551614"
    columns.row([[Run(id)], [Run("EMSample[4312]-long")], [Run("short")], [Run("a few words")]])
    var page = TextPage(style: TextStyle(width: 55))
    columns.write(to: &page)
    #expect(lines(page) == [id + "  EMSample[431…  short  a few words"])
  }

  @Test func `what there is no room for beside a row stands below it`() {
    var columns = Columns()
    columns.header(["A", "NAME", "SEEN", "RULES"])
    let seen = "2019-02-24 01:40"
    columns.row([[Run("crit")], [Run("Chat")], [Run(seen)], [Run("one, two and three of them")]])
    columns.row([[Run("err")], [Run("x")], [Run("-")], [Run("one")]])
    var page = TextPage(style: TextStyle(width: 40))
    columns.write(to: &page)
    #expect(
      lines(page) == [
        "A     NAME  SEEN              RULES", "crit  Chat  2019-02-24 01:40",
        "      one, two and three of them", "err   x     -                 one",
      ])
  }

  @Test func `colour is there only if asked for, and is always taken back`() {
    var plain = TextPage(style: TextStyle(width: 40))
    var colourful = TextPage(style: TextStyle(width: 40, colour: true))
    plain.line([Run("ERR", .err), Run(" x")])
    colourful.line([Run("ERR", .err), Run(" x")])
    #expect(lines(plain) == ["ERR x"])
    #expect(lines(colourful) == ["\u{1B}[0;1;31mERR\u{1B}[0m x"])
    colourful.line([Run("ERR", .err)])
    #expect(lines(colourful)[1] == "\u{1B}[0;1;31mERR\u{1B}[0m")
  }

  @Test func `outstanding tasks are counted like begins and ends, and named`() {
    func last(_ ids: [UInt64]) -> [String] {
      var session = SessionSummary(identity: SessionIdentity(session: "a"))
      session.outstanding = ids
      let page = SessionsText.render([session], open: 1, style: TextStyle())
      return String(decoding: page, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    #expect(last([])[1].hasSuffix("  0"))
    #expect(last([7])[1].hasSuffix("  1 (id 7)"))
    #expect(last([1, 4])[1].hasSuffix("  2 (ids 1 and 4)"))
    #expect(last([])[2] == "1 session: 1 open, 0 ended")
  }

  /// Sessions of two users may have one name. Where there is one user, or none, nobody asks.
  @Test func usersAreToldApartWhereThereAreTwo() {
    func table(_ users: [UInt32?]) -> String {
      let sessions = users.map { uid in
        var session = SessionSummary(identity: SessionIdentity(session: "a"))
        session.uid = uid
        return session
      }
      return String(
        decoding: SessionsText.render(sessions, style: TextStyle()), as: UTF8.self)
    }
    #expect(!table([1000, 1000]).contains("UID"))
    #expect(!table([nil]).contains("UID"))
    let two = table([1000, 65534]).split(separator: "\n").map { $0.split(separator: " ") }
    #expect(two[0].prefix(3) == ["VERDICT", "SESSION", "UID"])
    #expect(two[1].prefix(3) == ["clean", "a", "1000"])
    #expect(two[2].prefix(3) == ["clean", "a", "65534"])
    #expect(table([nil, 0]).contains("UID"))
    var session = SessionSummary(identity: SessionIdentity(session: "a"))
    session.uid = 65534
    let json = String(decoding: JSONLists.sessions([session]), as: UTF8.self)
    #expect(json.contains(#""uid":65534"#))
  }
}
