import AuditCore

/// One key of `[SDK NAME]`: how a value is taken, and what an empty assignment puts back.
struct CatalogueKey: SectionKey {
  /// A product as far as it is read.
  struct Draft {
    var product: SDKProduct
    var signs = SDKSigns()
  }

  let name: String
  let take: @Sendable (inout Draft, String) throws(BadValue) -> Void
  let reset: @Sendable (inout Draft) -> Void
}

extension CatalogueKey {
  /// Every key there is, in the order of `config/sdks.conf`.
  static let all: [CatalogueKey] = [
    list("Prefix", \.signs.prefixes) { text throws(BadValue) in
      if text.utf8.count < 2 || !isName(text) {
        throw BadValue(
          "\(text.quotedStart) is not the beginning of a class name, of two or more letters")
      }
    },
    list("Class", \.signs.classes) { text throws(BadValue) in
      if !text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ isName($0) }) {
        throw BadValue("\(text.quotedStart) is not a class, such as NAME or MODULE.NAME")
      }
    },
    list("Module", \.signs.modules) { text throws(BadValue) in
      if !isName(text) { throw BadValue("\(text.quotedStart) is not the name of a Swift module") }
    },
    list("Image", \.signs.images) { _ in },
    list("Task", \.signs.tasks) { text throws(BadValue) in
      let star = text.utf8.firstIndex(of: UInt8(ascii: "*"))
      let isBeginning = star.map { text.utf8.index(after: $0) == text.utf8.endIndex } ?? true
      if !isBeginning || text.utf8.count < (star == nil ? 1 : 4) {
        throw BadValue(
          "\(text.quotedStart) is not the name of a task, nor its first three or more letters and a *"
        )
      }
    },
    text("Known", \.product.known),
    rules("Rules"),
    text("FixedIn", \.product.fixedIn),
    text("Link", \.product.link) { text throws(BadValue) in
      if !text.hasPrefix("https://") {
        throw BadValue("\(text.quotedStart) does not begin with https://")
      }
    },
  ]

  private typealias Path<Value> = any WritableKeyPath<Draft, Value> & Sendable
  private typealias Check = @Sendable (String) throws(BadValue) -> Void

  /// Each assignment adds one text.
  private static func list(
    _ name: String, _ path: Path<[String]>, _ check: @escaping Check
  ) -> CatalogueKey {
    CatalogueKey(name: name) { (draft, text) throws(BadValue) in
      try check(text)
      try Values.checkRoom(draft[keyPath: path].count)
      draft[keyPath: path].append(text)
    } reset: {
      $0[keyPath: path] = []
    }
  }

  private static func text(
    _ name: String, _ path: Path<String?>, _ check: @escaping Check = { _ in }
  ) -> CatalogueKey {
    CatalogueKey(name: name) { (draft, text) throws(BadValue) in
      try check(text)
      draft[keyPath: path] = text
    } reset: {
      $0[keyPath: path] = nil
    }
  }

  private static func rules(_ name: String) -> CatalogueKey {
    CatalogueKey(name: name) { (draft, text) throws(BadValue) in
      draft.product.rules = try Values.rules(text)
    } reset: {
      $0.product.rules = []
    }
  }

  private static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "_") || byte >= 0x80
    }
  }
}
