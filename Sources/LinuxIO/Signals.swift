import Glibc

/// Signals that no handler takes.
package enum Signals {
  /// A write to a client that has gone must return EPIPE, not end the program.
  package static func ignoreBrokenPipe() { _ = signal(SIGPIPE, SIG_IGN) }
}
