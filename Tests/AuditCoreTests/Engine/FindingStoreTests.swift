import Testing

@testable import AuditCore

@Suite struct FindingStoreTests {
  @Test func tellsEachChangedFindingOnceInOrder() {
    var store = FindingStore()
    let (first, second) = (
      FindingKey(rule: .doubleEnd, task: 1), FindingKey(rule: .doubleEnd, task: 2)
    )
    store.file(first, severity: .warning)
    store.file(second, severity: .warning)
    for _ in 0..<1000 { store.amend(first) { $0.quantity += 1 } }
    #expect(store.takeChanged() == [0, 1])
    #expect(!store.hasChanged)
    store.clear(second)
    #expect(store.hasChanged)
    #expect(store.takeChanged() == [1])
    #expect(store.takeChanged() == [])
  }
}
