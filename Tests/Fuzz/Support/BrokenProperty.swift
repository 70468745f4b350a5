/// Something that must hold for every input did not hold for one.
struct BrokenProperty: Error, CustomStringConvertible {
  var description: String
}

/// Throws `what` where a property does not hold.
func require(_ holds: Bool, _ what: @autoclosure () -> String) throws(BrokenProperty) {
  if !holds { throw BrokenProperty(description: what()) }
}
