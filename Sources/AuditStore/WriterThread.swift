import CShims
import Glibc
import LinuxIO

/// A thread that takes no signals: they are the loop's.
final class WriterThread {
  private static let stackBytes = 1 << 20
  /// Where there is one processor for both, the loop comes first: a client feels its delays, and a commit
  /// takes as long as the disk does anyway.
  fileprivate static let niceness: Int32 = 5

  private var thread: pthread_t?

  /// Runs `body`, and lets go of it, on a thread of its own.
  init(_ body: @escaping () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, Self.stackBytes)
    // A thread begins with the mask of the one that makes it.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = unsafe Unmanaged.passRetained(Work(body))
    var made = pthread_t()
    let code = unsafe pthread_create(
      &made, &attributes,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    if code != 0 {
      unsafe work.release()
      throw SystemError(code: code, operation: "start a thread for", object: "the store")
    }
    thread = made
  }

  /// Waits for the end of the thread; at once if that was done before.
  func join() {
    guard let thread else { return }
    pthread_join(thread, nil)
    self.thread = nil
  }

  /// Carries a closure through C.
  private final class Work {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }

    func run() {
      // Of this thread alone, on Linux. Where that is not allowed, both are equal.
      cshims_stand_behind(niceness)
      body()
    }
  }
}
