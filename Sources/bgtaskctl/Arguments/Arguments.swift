/// A command line, read: the options that were given and the operands.
struct Arguments: Hashable, Sendable {
  private var values: [String: String] = [:]
  private(set) var operands: [String] = []

  /// True if the option without a value was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value of the option, the last one if it was given more than once.
  func value(_ option: Option) -> String? { values[option.name] }

  mutating func set(_ option: Option, to value: String) { values[option.name] = value }
  mutating func add(operand: String) { operands.append(operand) }
}

/// What a command line asks for.
enum Command: Sendable {
  /// The help of a verb, or the general one.
  case help(Verb?)
  case version
  case run(Verb, Arguments)
}
