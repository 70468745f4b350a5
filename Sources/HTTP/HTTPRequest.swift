import CMicrohttpd

/// A request as it came: nothing of it has been judged.
package struct HTTPRequest: Sendable {
  package var method: String
  /// Path and query, still encoded.
  package var target: String
  package var headers: [(name: String, value: String)]

  package init(method: String, target: String, headers: [(name: String, value: String)]) {
    self.method = method
    self.target = target
    self.headers = headers
  }

  /// Something follows the headers. It is never read: whoever answers refuses it, or the connection ends.
  package var hasBody: Bool {
    !values(of: "transfer-encoding").isEmpty
      || values(of: "content-length").contains { $0 != "0" }
  }

  /// All values of a header, whose name is given in lower case.
  package func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }
}

/// Reads the headers of a connection's request.
enum HTTPHeaders {
  /// Their number is bounded by the memory that a request may take.
  static func read(_ connection: OpaquePointer) -> [(name: String, value: String)] {
    final class Box { var headers: [(name: String, value: String)] = [] }
    let box = Box()
    unsafe _ = MHD_get_connection_values(
      connection, .HEADER_KIND,
      { data, _, name, value in
        guard let data = unsafe data, let name = unsafe name else { return .YES }
        let value = unsafe value.map { unsafe String(cString: $0) } ?? ""
        unsafe Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().headers
          .append((String(cString: name), value))
        return .YES
      }, Unmanaged.passUnretained(box).toOpaque())
    return box.headers
  }
}
