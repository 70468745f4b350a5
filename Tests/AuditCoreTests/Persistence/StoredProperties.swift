/// A value taken apart into all its stored properties, by reflection: whoever adds one shows up here.
struct StoredProperties {
  /// Of each struct within the value: the names of its stored properties, in their order.
  private(set) var names: [String: [String]] = [:]
  /// Each leaf as `path = value`.
  private(set) var leaves: [String] = []
  /// What each property holds, as `Struct.property`: of each value all its leaves.
  private(set) var values: [String: Set<String>] = [:]
  /// Properties that are not looked into.
  private let skipped: Set<String>

  init(of value: Any, skipping skipped: Set<String> = []) {
    self.skipped = skipped
    walk(value, "")
  }

  private mutating func walk(_ value: Any, _ path: String) {
    let mirror = Mirror(reflecting: value)
    let children = Array(mirror.children)
    switch mirror.displayStyle {
    case .class: break
    case .struct where !children.isEmpty:
      let labels = children.map { $0.label ?? "" }
      let name = String(describing: type(of: value))
      names[name] = labels
      for (label, child) in zip(labels, children) where !skipped.contains(label) {
        let start = leaves.count
        walk(child.value, path + "." + label)
        let told = leaves[start...].map { $0.dropFirst(path.count) }.joined(separator: ";")
        values["\(name).\(label)", default: []].insert(told)
      }
    case .collection, .tuple, .optional, .enum:
      if children.isEmpty || value is [UInt8] { leaves.append("\(path) = \(value)") }
      if value is [UInt8] { return }
      for (index, child) in children.enumerated() {
        walk(child.value, "\(path)[\(child.label ?? "\(index)")]")
      }
    default: leaves.append("\(path) = \(value)")
    }
  }
}
