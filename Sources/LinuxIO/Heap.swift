import CShims
import Glibc

/// What the C library's allocator holds for this process.
package enum Heap {
  /// Bytes that are allocated, without what is free and kept for later.
  package static var bytesInUse: Int {
    let now = mallinfo2()
    return Int(now.uordblks) + Int(now.hblkhd)
  }

  /// Gives free memory back to the system, as far as it can be.
  package static func trim() { _ = malloc_trim(0) }
}
