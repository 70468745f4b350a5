import CShims

/// What the kernel says of the wall clock.
package enum ClockState {
  /// Whether somebody keeps it at the right time; nil where the kernel does not say, as in some sandboxes.
  package static var isSynchronised: Bool? {
    switch cshims_clock_is_synchronised() {
    case 0: false
    case 1: true
    default: nil
    }
  }
}
