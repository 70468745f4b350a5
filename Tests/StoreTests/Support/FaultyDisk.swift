import CSQLite
import Glibc

@testable import AuditStore

/// A disk of SQLite's that fails on demand, dies on demand, and forgets what was not synchronised.
///
/// It passes everything on to SQLite's own layer over the system, and stands between the two.
@safe final class FaultyDisk: @unchecked Sendable {
  enum Operation: Hashable {
    case open, read, write, synchronize, truncate, delete, mapMemory
  }

  /// One change of a file, with what it changed.
  struct Change {
    var path: String
    var offset: Int64
    /// Empty where the file was made shorter or longer.
    var bytes: [UInt8]
    var bytesBefore: [UInt8]
    var sizeBefore: Int64
    var sizeAfter: Int64
  }

  let name: String
  /// Operations so far.
  private(set) var count = 0
  /// The number of the operation that fails, with which result code, and for how many.
  var failure: (first: Int, code: Int32, length: Int)?
  /// From this operation on nothing reaches the disk any more, as if the process had been killed.
  var death = Int.max
  /// Changes that no synchronisation has made durable, in their order.
  private(set) var unsynchronized: [Change] = []

  private let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
  private let layerName: UnsafeMutablePointer<CChar>
  let system: UnsafeMutablePointer<sqlite3_vfs>

  init(_ name: String) {
    self.name = name
    unsafe layerName = strdup(name)
    unsafe system = sqlite3_vfs_find("unix")
    unsafe layer.initialize(to: system.pointee)
    unsafe layer.pointee.zName = UnsafePointer(layerName)
    unsafe layer.pointee.szOsFile = system.pointee.szOsFile + Int32(FaultyFile.headerBytes)
    unsafe layer.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    unsafe layer.pointee.xOpen = { layer, path, file, flags, outFlags in
      unsafe FaultyFile.open(disk(layer), path, file, flags, outFlags)
    }
    unsafe layer.pointee.xDelete = { layer, path, synchronizes in
      let disk = unsafe disk(layer)
      if let code = disk.refusal(of: .delete) { return code }
      return unsafe disk.system.pointee.xDelete(disk.system, path, synchronizes)
    }
    unsafe sqlite3_vfs_register(layer, 0)
  }

  deinit {
    unsafe sqlite3_vfs_unregister(layer)
    unsafe layer.deallocate()
    unsafe free(layerName)
  }

  /// Asked before each operation; the result code that it must fail with.
  func refusal(of operation: Operation) -> Int32? {
    count += 1
    if count >= death { return SQLITE_IOERR }
    guard let failure, count >= failure.first, count < failure.first + failure.length else {
      return nil
    }
    switch (operation, failure.code) {
    // A full disk has room for what is there already, and for a name.
    case (.write, SQLITE_FULL), (.mapMemory, SQLITE_FULL): return SQLITE_FULL
    case (_, SQLITE_FULL): return nil
    default: return failure.code
    }
  }

  func note(_ change: Change) { unsynchronized.append(change) }

  func noteSynchronized(_ path: String) { unsynchronized.removeAll { $0.path == path } }

  /// What a power failure leaves: of what was not synchronised only what `survives` says.
  func cutPower(survives: (Change) -> Bool) {
    let lost = unsynchronized
    unsynchronized = []
    for change in lost.reversed() {
      Self.write(change.bytesBefore, change, size: change.sizeBefore)
    }
    for change in lost where survives(change) {
      Self.write(change.bytes, change, size: change.sizeAfter)
    }
  }

  private static func write(_ bytes: [UInt8], _ change: Change, size: Int64) {
    let number = unsafe Glibc.open(change.path, O_WRONLY | O_CLOEXEC)
    if number < 0 { return }  // It was removed since.
    _ = unsafe pwrite(number, bytes, bytes.count, Int(change.offset))
    _ = ftruncate(number, Int(size))
    _ = close(number)
  }
}

private func disk(_ layer: UnsafeMutablePointer<sqlite3_vfs>?) -> FaultyDisk {
  unsafe Unmanaged<FaultyDisk>.fromOpaque(layer!.pointee.pAppData).takeUnretainedValue()
}
