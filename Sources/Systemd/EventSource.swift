import CSystemd
import LinuxIO

/// One source of a loop, taken out of it with its owner; also while its own closure runs.
@safe struct EventSource: ~Copyable {
  let pointer: OpaquePointer

  /// `add` puts a source with the given user data into the loop. The closure lives as long as the
  /// source: sd-event keeps that alive while it is dispatched, even if the owner lets go meanwhile.
  init<Closure>(
    _ closure: Closure, in loop: EventLoop, priority: EventLoop.Priority, object: String,
    add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
  ) throws(SystemError) {
    let box = unsafe Unmanaged.passRetained(ClosureBox(closure)).toOpaque()
    var created: OpaquePointer?
    let injected = loop.faults.code(for: .watch)
    let result = injected.map { -$0 } ?? (unsafe add(&created, box))
    guard let created = unsafe created else {
      unsafe Unmanaged<AnyObject>.fromOpaque(box).release()
      throw SystemError(code: -result, operation: "wait for", object: object)
    }
    unsafe _ = sd_event_source_set_destroy_callback(created) { box in
      if let box = unsafe box { unsafe Unmanaged<AnyObject>.fromOpaque(box).release() }
    }
    unsafe _ = sd_event_source_set_priority(created, priority.rawValue)
    unsafe pointer = created
  }

  deinit { unsafe _ = sd_event_source_disable_unref(pointer) }
}

/// Holds a closure for C to carry as a pointer.
private final class ClosureBox<Closure> {
  let closure: Closure
  init(_ closure: Closure) { self.closure = closure }
}

/// The closure in the user data that sd-event hands back.
func closure<Closure>(_ data: UnsafeMutableRawPointer?, as type: Closure.Type) -> Closure? {
  guard let data = unsafe data else { return nil }
  return unsafe Unmanaged<ClosureBox<Closure>>.fromOpaque(data).takeUnretainedValue().closure
}
