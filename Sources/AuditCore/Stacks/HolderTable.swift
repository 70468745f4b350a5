/// Gives equal numbers to equal holders: one class or function of one image, or one task name.
struct HolderTable {
  enum Kind: UInt8 { case code, taskName }
  struct Key: Hashable {
    fileprivate(set) var kind: Kind
    var image: String
    var text: String
  }

  private var ids: [Key: UInt32] = [:]
  /// By id; the first is the unknown holder's.
  private var keys: [Key?] = [Key(kind: .taskName, image: "", text: "")]
  /// Numbers of holders that were swept away.
  private var free: [UInt32] = []
  private var sweepAt = Limits.holdersMax / 2
  /// New holders are unknown from there on.
  var countMax = Limits.holdersMax
  /// How many became so.
  private(set) var refused = 0
  /// Some became unknown since the last sweep, because the table was full.
  private(set) var isShort = false

  /// A class or function of an image. Unknown past `Limits.holdersMax`.
  mutating func code(image: String, text: String) -> HolderID {
    id(Key(kind: .code, image: Self.stableImage(image), text: text))
  }

  /// A task name, which holds where no code is known. Never equal to code of the same text.
  mutating func taskName(_ name: String) -> HolderID {
    id(Key(kind: .taskName, image: "", text: name))
  }

  /// Xcode puts an app's code into `App.debug.dylib` when it builds for debugging.
  static func stableImage(_ image: String) -> String {
    let suffix = ".debug.dylib"
    return image.hasSuffix(suffix) ? String(image.dropLast(suffix.count)) : image
  }

  private mutating func id(_ key: Key) -> HolderID {
    if let id = ids[key] { return HolderID(rawValue: id) }
    if ids.count >= countMax {
      refused += 1
      isShort = true
      return .unknown
    }
    let id = free.popLast() ?? UInt32(keys.count)
    ids[key] = id
    if id < keys.count { keys[Int(id)] = key } else { keys.append(key) }
    return HolderID(rawValue: id)
  }

  /// What the id stands for, to be stored.
  func key(of id: HolderID) -> Key { keys[Int(id.rawValue)] ?? .blank }

  /// Holders that it holds.
  var count: Int { ids.count }

  /// There are so many that `sweep` is worth its time.
  var isCrowded: Bool { ids.count > sweepAt }

  /// Forgets every holder that is not mentioned; its number will stand for another one.
  mutating func sweep(keeping isMentioned: (HolderID) -> Bool) {
    for id in 1..<UInt32(keys.count) {
      guard let key = keys[Int(id)], !isMentioned(HolderID(rawValue: id)) else { continue }
      ids[key] = nil
      keys[Int(id)] = nil
      free.append(id)
    }
    sweepAt = (ids.count + Limits.holdersMax) / 2
    isShort = false
  }

  /// The id of what was stored.
  mutating func restore(_ key: Key) -> HolderID { id(key) }
}

extension HolderTable.Key: Archivable {
  static var blank: HolderTable.Key { HolderTable.Key(kind: .taskName, image: "", text: "") }

  mutating func pass(through archive: inout Archive) {
    archive.passCase(&kind)
    archive.pass(&image)
    archive.pass(&text)
  }
}
