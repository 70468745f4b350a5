/// What is publicly known of an SDK that begins background tasks.
package struct SDKProduct: Hashable, Sendable {
  package var name: String
  /// One line: what it is known to have done wrong.
  package var known: String?
  /// The version that mended it.
  package var fixedIn: String?
  /// Where that is discussed.
  package var link: String?
  /// What is known holds for findings of these rules, or caused by them; empty: for all.
  package var rules: Set<Rule> = []

  package init(name: String) { self.name = name }
}

/// How an SDK is recognised.
package struct SDKSigns: Hashable, Sendable {
  /// Beginnings of class names, behind which a capital letter follows.
  package var prefixes: [String] = []
  /// Whole class names; `Module.Type` for Swift's.
  package var classes: [String] = []
  /// Swift modules.
  package var modules: [String] = []
  /// Dynamic frameworks.
  package var images: [String] = []
  /// Names of tasks; with a `*` at the end, their beginnings.
  package var tasks: [String] = []

  package init() {}
}

/// The SDKs that are known, looked up by who is to blame.
///
/// Precise rather than complete: code is asked before the task's name and the name before the image,
/// and a whole name before a beginning. The app's own module and image are nobody's SDK, whatever they
/// are called.
package struct SDKCatalogue: Sendable {
  private var products: [SDKProduct] = []
  private var classes: [String: Int] = [:]
  private var prefixes: [String: Int] = [:]
  private var modules: [String: Int] = [:]
  private var images: [String: Int] = [:]
  private var tasks: [String: Int] = [:]
  private var taskPrefixes: [String: Int] = [:]

  package init() {}

  package var count: Int { products.count }

  /// Of signs that two products share, the later product has them.
  package mutating func add(_ product: SDKProduct, _ signs: SDKSigns) {
    let index = products.count
    products.append(product)
    for text in signs.classes { classes[text] = index }
    for text in signs.prefixes { prefixes[text] = index }
    for text in signs.modules { modules[text] = index }
    for text in signs.images { images[text] = index }
    for text in signs.tasks {
      if text.utf8.last == UInt8(ascii: "*") {
        taskPrefixes[String(text.dropLast())] = index
      } else {
        tasks[text] = index
      }
    }
  }

  /// The product that the blamed code, the task's name or the image belongs to. `process` is the app's.
  package func product(of blame: Blame, taskName: String?, process: String?) -> SDKProduct? {
    // A wrapper holds nothing, but it is somebody's all the same.
    let code = blame.holder ?? blame.symbol.flatMap { CodeName.read($0) { _ in nil }.holder }
    let found =
      product(ofHolder: code == taskName ? nil : code, process)
      ?? taskName.flatMap { product(ofTask: $0) }
      ?? blame.image.flatMap { product(ofImage: $0, process) }
    return found.map { products[$0] }
  }

  /// A holder is a class, `Module.Type`, `Module.function` or a C function.
  private func product(ofHolder holder: String?, _ process: String?) -> Int? {
    guard let holder else { return nil }
    if let index = classes[holder] { return index }
    if let dot = holder.utf8.firstIndex(of: UInt8(ascii: ".")) {
      let module = String(holder[..<dot])
      return isOwn(module, process) ? nil : modules[module]
    }
    return longest(in: prefixes, of: holder) { next in (0x41...0x5A).contains(next) }
  }

  private func product(ofTask name: String) -> Int? {
    tasks[name] ?? longest(in: taskPrefixes, of: name) { _ in true }
  }

  private func product(ofImage image: String, _ process: String?) -> Int? {
    let image = HolderTable.stableImage(image)
    return isOwn(image, process) ? nil : images[image]
  }

  /// The longest beginning of `text` that the table has and whose next byte is accepted.
  private func longest(
    in table: [String: Int], of text: String, before accepts: (UInt8) -> Bool
  ) -> Int? {
    if table.isEmpty { return nil }
    let bytes = text.utf8
    var end = bytes.endIndex
    for _ in 0..<min(bytes.count, Limits.labelBytesMax) {
      end = bytes.index(before: end)
      if accepts(bytes[end]), let start = String(bytes[..<end]), let index = table[start] {
        return index
      }
    }
    return nil
  }

  /// A Swift module cannot have the spaces and dashes that its app's name may have.
  private func isOwn(_ name: String, _ process: String?) -> Bool {
    guard let process else { return false }
    if name == process { return true }
    let module = process.utf8.map { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte >= 0x80 ? byte : UInt8(ascii: "_")
    }
    return name.utf8.elementsEqual(module)
  }
}

extension SDKProduct {
  /// What is to be said of it beside a finding: what is known only of other rules is left out.
  func about(_ rule: Rule, causes: [Rule]) -> SDKProduct {
    if rules.isEmpty || rules.contains(rule) || causes.contains(where: rules.contains) {
      return self
    }
    return SDKProduct(name: name)
  }

  /// How its users may get rid of the finding; nil where nothing is known.
  var advice: String? {
    var sentences: [String] = []
    if let fixedIn { sentences.append("Update \(name) to \(fixedIn) or later.") }
    if let known {
      let source = link.map { " (\($0))" } ?? ""
      sentences.append("Known of \(name): \(known)\(source).")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
