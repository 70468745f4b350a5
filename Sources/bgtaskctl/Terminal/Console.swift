import AuditCore
import Glibc
import LinuxIO

/// The program's surroundings: its standard streams, its environment and what its terminal can do.
final class Console {
  let output: OutputStream
  private let errors: OutputStream
  let environment: Environment
  /// What the program was called to do.
  var verb = ""

  init() {
    output = OutputStream(Descriptor(owning: STDOUT_FILENO), name: "standard output")
    errors = OutputStream(Descriptor(owning: STDERR_FILENO), name: "standard error")
    environment = Environment()
  }

  /// Says a line on standard error. Hostile file names and texts are made safe to print.
  func complain(_ text: String) {
    errors.write(Array("bgtaskctl: \(Escaping.visible(text))\n".utf8))
  }

  /// Says a line on standard error that is about a place in a file, `FILE:LINE: why`, as editors
  /// read it.
  func report(_ text: String) { errors.write(Array("\(Escaping.visible(text))\n".utf8)) }

  /// Writes to standard error as it is: progress.
  func writeProgress(_ text: String) { errors.write(Array(text.utf8)) }

  var progressIsVisible: Bool { isatty(STDERR_FILENO) == 1 }

  /// How text for people is laid out on standard output.
  func style(_ arguments: Arguments, all: Bool = false) -> TextStyle {
    let terminal = isatty(STDOUT_FILENO) == 1
    let colour =
      switch arguments.value(CommonOptions.color) {
      case "always": true
      case "never": false
      default: terminal && environment.allowsColour
      }
    let width = environment.columns ?? (terminal ? Self.terminalColumns() : nil)
    return TextStyle(width: width ?? TextStyle.defaultWidth, colour: colour, all: all)
  }

  /// The exit status at the end: `status`, unless what was printed could not be written.
  ///
  /// A reader that went away (`| head`) is no error: it had enough.
  func finish(_ status: Int32) -> Int32 {
    guard let failure = output.failure else { return status }
    complain(failure.description)
    return ExitStatus.ioError
  }

  private static func terminalColumns() -> Int? {
    var size = winsize()
    let found = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    return found && size.ws_col > 0 ? Int(size.ws_col) : nil
  }
}
