import CShims
import Glibc

/// Memory of this process.
package enum ProcessMemory {
  /// Bytes that are allocated, without what is free and kept for later.
  package static var bytesInUse: Int {
    let now = mallinfo2()
    return Int(now.uordblks) + Int(now.hblkhd)
  }

  /// Lets go of the pages of code and constants that were needed until now, which for a daemon is mostly its start. What
  /// is needed again comes back from the page cache.
  package static func forgetCode() { _ = cshims_forget_code() }

  /// Gives free memory back to the system, as far as it can be.
  package static func trim() { _ = malloc_trim(0) }
}
