import CSQLite

/// A prepared statement. It keeps its connection alive.
@safe final class Statement {
  private let handle: OpaquePointer
  private let connection: Connection

  init(_ handle: OpaquePointer, of connection: Connection) {
    unsafe self.handle = unsafe handle
    self.connection = connection
  }

  deinit { unsafe sqlite3_finalize(handle) }

  func bind(_ index: Int32, _ value: Int64) throws(StoreError) {
    try connection.check(.bind, "write to") { unsafe sqlite3_bind_int64(handle, index, value) }
  }

  /// Binds bytes for the time of `body`, which must run the statement: they are not copied.
  func bind(
    _ index: Int32, _ value: Span<UInt8>, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    if value.isEmpty {
      try connection.check(.bind, "write to") { unsafe sqlite3_bind_zeroblob(handle, index, 0) }
      return try body()
    }
    try unsafe value.withUnsafeBytes { (bytes) throws(StoreError) in
      try connection.check(.bind, "write to") {
        unsafe sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), nil)
      }
      try body()
    }
  }

  /// Goes to the next row of the result; false after the last.
  func step() throws(StoreError) -> Bool {
    let code = try connection.check(.step, "use") { unsafe sqlite3_step(handle) }
    return code == SQLITE_ROW
  }

  /// Runs the statement to its end and makes it ready to run again.
  func run() throws(StoreError) {
    defer { reset() }
    while try step() {}
  }

  /// Makes the statement ready to run again. What it returns was said by the step before.
  func reset() { unsafe sqlite3_reset(handle) }

  func number(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String {
    guard let text = unsafe sqlite3_column_text(handle, column) else { return "" }
    return unsafe String(cString: text)
  }

  /// A copy of the bytes of a column.
  func bytes(_ column: Int32) throws(StoreError) -> [UInt8] { unsafe Array(try blob(column)) }

  /// Hands out the bytes of a column of the row at hand.
  func withBytes(_ column: Int32, _ body: (Span<UInt8>) throws -> Void) throws {
    let bytes = unsafe try blob(column)
    try body(unsafe bytes.span)
  }

  /// Valid until the next step or reset.
  private func blob(_ column: Int32) throws(StoreError) -> UnsafeBufferPointer<UInt8> {
    var start: UnsafeRawPointer?
    try connection.check(.read, "read") {
      unsafe start = sqlite3_column_blob(handle, column)
      // Without bytes there is no error either, unless memory ran out.
      let failed =
        unsafe start == nil
        && sqlite3_errcode(sqlite3_db_handle(handle)) & 0xff == SQLITE_NOMEM
      return failed ? SQLITE_NOMEM : SQLITE_OK
    }
    let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return unsafe bytes.assumingMemoryBound(to: UInt8.self)
  }
}
