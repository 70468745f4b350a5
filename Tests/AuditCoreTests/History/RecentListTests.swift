import Testing

@testable import AuditCore

@Suite struct RecentListTests {
  @Test func `the newest stay, in order, and the rest is counted`() {
    var list = RecentList<Int>(countMax: 3)
    for number in 1...5 { list.append(number) }
    #expect(list.inOrder == [3, 4, 5])
    #expect(list.newest == 5)
    #expect(list.dropped == 2)
  }

  @Test func `the oldest gives way before the list is full where there is no room`() {
    var list = RecentList<Int>(countMax: 3)
    list.append(0, inPlace: true)
    #expect(list.inOrder.isEmpty)
    list.append(1)
    list.append(2)
    list.append(3, inPlace: true)
    #expect(list.inOrder == [2, 3])
    list.append(4)
    #expect(list.inOrder == [2, 3, 4])
    list.append(5)
    #expect(list.inOrder == [3, 4, 5])
    #expect(list.dropped == 3)
  }

  @Test func `what does not belong any more is dropped and counted`() {
    var list = RecentList<Int>(countMax: 3)
    for number in 1...5 { list.append(number) }
    list.keep { $0 != 4 }
    #expect(list.inOrder == [3, 5])
    #expect(list.dropped == 3)
    list.append(6)
    list.amendNewest { $0 += 1 }
    #expect(list.inOrder == [3, 5, 7])
  }
}
