import Glibc
import LinuxIO

/// What the program says to who started it: the numbers of `sysexits.h`.
enum ExitStatus {
  static let success: Int32 = 0
  static let usage: Int32 = 64
  static let unavailable: Int32 = 69
  static let systemError: Int32 = 71
  static let cannotCreate: Int32 = 73
  static let configuration: Int32 = 78

  /// For a daemon that could not open its sockets.
  static func ofStart(_ error: SystemError) -> Int32 {
    switch error.code {
    case EADDRINUSE: unavailable
    case EMFILE, ENFILE, ENOMEM: systemError
    default: cannotCreate
    }
  }
}
