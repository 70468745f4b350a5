import CSQLite

/// A file of a `FaultyDisk`: in SQLite's memory for it stand the methods, the disk, the path, and
/// behind them the file of the layer below.
enum FaultyFile {
  typealias File = UnsafeMutablePointer<sqlite3_file>

  /// What stands before the file of the layer below.
  @unsafe private struct Header {
    var methods: UnsafePointer<sqlite3_io_methods>?
    var disk: Unmanaged<FaultyDisk>
    /// Nil for a file without a name. SQLite keeps it as long as the file is open.
    var path: UnsafePointer<CChar>?
  }

  static let headerBytes = 32

  static func open(
    _ disk: FaultyDisk, _ path: UnsafePointer<CChar>?, _ file: File?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    let header = unsafe UnsafeMutableRawPointer(file!).bindMemory(to: Header.self, capacity: 1)
    unsafe header.initialize(
      to: Header(methods: nil, disk: .passUnretained(disk), path: path))
    if let code = disk.refusal(of: .open) { return code }
    let code = unsafe disk.system.pointee.xOpen(
      disk.system, path, below(file), flags, outFlags)
    if unsafe below(file).pointee.pMethods != nil {
      unsafe header.pointee.methods = UnsafePointer(methods)
    }
    return code
  }

  private static func below(_ file: File?) -> File {
    unsafe (UnsafeMutableRawPointer(file!) + headerBytes).assumingMemoryBound(
      to: sqlite3_file.self)
  }

  private static func calls(_ file: File?) -> sqlite3_io_methods {
    unsafe below(file).pointee.pMethods.pointee
  }

  private static func header(_ file: File?) -> Header {
    unsafe UnsafeRawPointer(file!).assumingMemoryBound(to: Header.self).pointee
  }

  private static func disk(_ file: File?) -> FaultyDisk {
    unsafe header(file).disk.takeUnretainedValue()
  }

  private static func size(_ file: File?) -> Int64 {
    var size: Int64 = 0
    _ = unsafe calls(file).xFileSize(below(file), &size)
    return size
  }

  private static func write(
    _ file: File?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    if let code = unsafe disk(file).refusal(of: .write) { return code }
    let sizeBefore = unsafe size(file)
    var before = [UInt8](repeating: 0, count: Int(max(0, min(Int64(count), sizeBefore - offset))))
    if !before.isEmpty {
      _ = unsafe before.withUnsafeMutableBytes {
        unsafe calls(file).xRead(below(file), $0.baseAddress, Int32($0.count), offset)
      }
    }
    let code = unsafe calls(file).xWrite(below(file), bytes, count, offset)
    if code == SQLITE_OK, let path = unsafe header(file).path {
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      unsafe disk(file).note(
        .init(
          path: String(cString: path), offset: offset, bytes: bytes, bytesBefore: before,
          sizeBefore: sizeBefore, sizeAfter: size(file)))
    }
    return code
  }

  private static func truncate(_ file: File?, _ length: Int64) -> Int32 {
    if let code = unsafe disk(file).refusal(of: .truncate) { return code }
    let sizeBefore = unsafe size(file)
    var before = [UInt8](repeating: 0, count: Int(max(0, sizeBefore - length)))
    _ = unsafe before.withUnsafeMutableBytes {
      unsafe calls(file).xRead(below(file), $0.baseAddress, Int32($0.count), length)
    }
    let code = unsafe calls(file).xTruncate(below(file), length)
    if code == SQLITE_OK, let path = unsafe header(file).path {
      unsafe disk(file).note(
        .init(
          path: String(cString: path), offset: length, bytes: [], bytesBefore: before,
          sizeBefore: sizeBefore, sizeAfter: size(file)))
    }
    return code
  }

  private static func synchronize(_ file: File?, _ flags: Int32) -> Int32 {
    if let code = unsafe disk(file).refusal(of: .synchronize) { return code }
    // The kernel is not asked: what the disk has is what this disk says it has.
    if let path = unsafe header(file).path {
      unsafe disk(file).noteSynchronized(String(cString: path))
    }
    return SQLITE_OK
  }

  /// One table for all files; it lives as long as the process.
  private nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    unsafe methods.initialize(to: sqlite3_io_methods())
    // The second version has shared memory; what only the third has is for mapped files.
    unsafe methods.pointee.iVersion = 2
    unsafe methods.pointee.xClose = { unsafe calls($0).xClose(below($0)) }
    unsafe methods.pointee.xRead = { file, bytes, count, offset in
      if let code = unsafe disk(file).refusal(of: .read) { return code }
      return unsafe calls(file).xRead(below(file), bytes, count, offset)
    }
    unsafe methods.pointee.xWrite = { unsafe write($0, $1, $2, $3) }
    unsafe methods.pointee.xTruncate = { unsafe truncate($0, $1) }
    unsafe methods.pointee.xSync = { unsafe synchronize($0, $1) }
    unsafe methods.pointee.xFileSize = { unsafe calls($0).xFileSize(below($0), $1) }
    unsafe methods.pointee.xLock = { unsafe calls($0).xLock(below($0), $1) }
    unsafe methods.pointee.xUnlock = { unsafe calls($0).xUnlock(below($0), $1) }
    unsafe methods.pointee.xCheckReservedLock = {
      unsafe calls($0).xCheckReservedLock(below($0), $1)
    }
    unsafe methods.pointee.xFileControl = { unsafe calls($0).xFileControl(below($0), $1, $2) }
    unsafe methods.pointee.xSectorSize = { unsafe calls($0).xSectorSize(below($0)) }
    unsafe methods.pointee.xDeviceCharacteristics = {
      unsafe calls($0).xDeviceCharacteristics(below($0))
    }
    unsafe methods.pointee.xShmMap = { file, page, bytes, extends, memory in
      if let code = unsafe disk(file).refusal(of: .mapMemory) { return code }
      return unsafe calls(file).xShmMap(below(file), page, bytes, extends, memory)
    }
    unsafe methods.pointee.xShmLock = { unsafe calls($0).xShmLock(below($0), $1, $2, $3) }
    unsafe methods.pointee.xShmBarrier = { unsafe calls($0).xShmBarrier(below($0)) }
    unsafe methods.pointee.xShmUnmap = { unsafe calls($0).xShmUnmap(below($0), $1) }
    return unsafe methods
  }()
}
