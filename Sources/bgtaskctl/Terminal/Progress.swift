import AuditCore
import LinuxIO

/// Shows on a terminal how far a long input is read; says nothing within the first second.
struct Progress {
  private static let quietAtFirst = Microseconds.seconds(1)
  private static let interval = Microseconds.milliseconds(200)

  private let console: Console
  private let isVisible: Bool
  private let started: Microseconds
  private var shownAt: Microseconds?

  init(console: Console) {
    self.console = console
    isVisible = console.progressIsVisible
    started = Clock.boottime.now()
  }

  /// `of` is nil where the size is not known.
  mutating func show(file: String, read: Int, of size: Int?) {
    if !isVisible { return }
    let now = Clock.boottime.now()
    if now - started < Self.quietAtFirst { return }
    if let shownAt, now - shownAt < Self.interval { return }
    shownAt = now
    let name = Escaping.visible(file)
    let percent = size.map { $0 > 0 ? " (\(min(100, read / max(1, $0 / 100))) %)" : "" } ?? ""
    console.writeProgress("\r\u{1B}[K\(name): \(read >> 20) MiB\(percent)")
  }

  /// Takes away what is shown, before anything else is written.
  mutating func clear() {
    if shownAt == nil { return }
    shownAt = nil
    console.writeProgress("\r\u{1B}[K")
  }
}
