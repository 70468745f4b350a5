import CSystemd
package import LinuxIO

/// A loop over sd-event: runs closures when descriptors are ready, times pass or signals come.
///
/// Used by one thread only. A source runs as long as its owner keeps it.
@safe package final class EventLoop {
  /// Which of several ready sources runs first. Of equal ones, the one that waited longest.
  package enum Priority: Int64, Sendable {
    case early = -10
    case normal = 0
    case late = 10
  }

  let event: OpaquePointer
  let faults: Faults
  private var readinessSets: [Priority: ReadinessSet] = [:]

  /// `faults` make the adding of sources fail.
  package init(faults: Faults = .none) throws(SystemError) {
    self.faults = faults
    var created: OpaquePointer?
    let result = unsafe sd_event_new(&created)
    guard let created = unsafe created else {
      throw SystemError(code: -result, operation: "make", object: "event loop")
    }
    unsafe event = created
  }

  deinit { unsafe _ = sd_event_unref(event) }

  /// The descriptors that are waited for at this priority.
  func readinessSet(of priority: Priority) throws(SystemError) -> ReadinessSet {
    if let set = readinessSets[priority] { return set }
    let set = try ReadinessSet(self, priority)
    readinessSets[priority] = set
    return set
  }

  /// Pets the service manager's watchdog from the loop, if `WATCHDOG_USEC` asks for that. Returns
  /// whether it does.
  package func petWatchdog() throws(SystemError) -> Bool {
    try check(unsafe sd_event_set_watchdog(event, 1), "watch over") > 0
  }

  /// Runs until `exit`; returns its status.
  package func run() throws(SystemError) -> Int32 {
    try check(unsafe sd_event_loop(event), "run")
  }

  /// Waits at most `microseconds` for the next source and runs it. False if none was ready.
  package func turn(microseconds: UInt64) throws(SystemError) -> Bool {
    try check(unsafe sd_event_run(event, microseconds), "run") > 0
  }

  /// Ends `run` after the source that runs now.
  package func exit(_ status: Int32) { unsafe _ = sd_event_exit(event, status) }

  @discardableResult
  private func check(_ result: Int32, _ operation: String) throws(SystemError) -> Int32 {
    if result < 0 { throw SystemError(code: -result, operation: operation, object: "event loop") }
    return result
  }
}
