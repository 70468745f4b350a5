/// What the program says to a script. The numbers from 64 up are those of `sysexits.h`.
enum ExitStatus {
  static let success: Int32 = 0
  /// An audit has findings at or above `--fail-on`; `show` finds nothing of that id.
  static let findings: Int32 = 1
  static let usage: Int32 = 2
  /// A file holds no line of a recognised format; the daemon refused lines.
  static let dataError: Int32 = 65
  static let noInput: Int32 = 66
  static let unavailable: Int32 = 69
  static let cannotCreate: Int32 = 73
  /// What was to be printed could not be written.
  static let ioError: Int32 = 74
  /// The two programs do not understand each other.
  static let protocolError: Int32 = 76
  static let configuration: Int32 = 78

  /// What every verb can come to, for its help.
  static let common = "2 usage, 74 what was to be printed could not be written."
}
