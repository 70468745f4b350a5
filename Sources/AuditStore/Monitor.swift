import Glibc

/// A value that several threads share, with a condition to wait for.
///
/// pthread's own lock: ThreadSanitizer knows it, and reports accesses under the standard library's
/// `Mutex` as races.
@safe final class Monitor<Value: ~Copyable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: consuming sending Value) {
    self.value = value
    // Without attributes neither can fail.
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs `body` alone, and wakes whoever waits.
  func change<R>(_ body: (inout Value) -> sending R) -> sending R {
    unsafe pthread_mutex_lock(mutex)
    let result = body(&value)
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
    return result
  }

  /// Waits until `body`, which runs alone, returns something.
  func wait<R>(_ body: (inout Value) -> sending R?) -> sending R {
    unsafe pthread_mutex_lock(mutex)
    while true {
      if let result = body(&value) {
        unsafe pthread_mutex_unlock(mutex)
        return result
      }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }
}
