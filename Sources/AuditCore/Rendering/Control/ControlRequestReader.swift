/// Reads the line of a `ControlRequest`.
extension ControlRequest {
  /// `EX_PROTOCOL` of sysexits.h: the two programs do not understand each other.
  package static let protocolExit: Int32 = 76

  /// Unknown keys are ignored; what is absent has its default. Throws a sentence that names what is
  /// wrong with the line.
  package static func parse(_ line: Span<UInt8>) throws(Problem) -> ControlRequest {
    var fields = Fields()
    do throws(JSONError) {
      try fields.read(line)
    } catch {
      throw unreadable(error.text)
    }
    if let version = fields.version, version != UInt64(Self.version) {
      throw unreadable("version \(version) is not known, only \(Self.version) is")
    }
    guard let name = fields.verb else { throw unreadable("it names no request") }
    guard let verb = Verb(rawValue: name) else {
      throw unreadable("\(Escaping.visible(name)) is no request of this daemon")
    }
    guard let format = Format(rawValue: fields.format) else {
      throw unreadable("\(Escaping.visible(fields.format)) is no format of this daemon")
    }
    guard let listing = GroupListing(rawValue: fields.listing) else {
      throw unreadable("\(Escaping.visible(fields.listing)) is nothing to group by")
    }
    if verb == .show, fields.id?.isEmpty ?? true { throw unreadable("show needs an id") }
    var request = ControlRequest(verb, findingID: fields.id, format: format, style: fields.style)
    request.listing = listing
    return request
  }

  private static func unreadable(_ why: String) -> Problem {
    Problem("control request: \(why)", exit: protocolExit)
  }

  /// What the line says, before it is judged.
  private struct Fields {
    var version: UInt64?
    var verb: String?
    var id: String?
    var listing = GroupListing.fingerprint.rawValue
    var format = Format.text.rawValue
    var colour = false
    var width = TextStyle.defaultWidth
    var all = false

    var style: TextStyle { TextStyle(width: width, colour: colour, all: all) }

    mutating func read(_ line: Span<UInt8>) throws(JSONError) {
      var cursor = JSONCursor()
      try cursor.beginObject(in: line)
      while let key = try cursor.nextKey(in: line) {
        if try cursor.peek(in: line) == .null {
          try cursor.null(in: line)
        } else {
          try read(key, with: &cursor, in: line)
        }
      }
      try cursor.end(in: line)
    }

    private mutating func read(
      _ key: JSONString, with cursor: inout JSONCursor, in line: Span<UInt8>
    ) throws(JSONError) {
      if key.equals("v", in: line) {
        version = try cursor.number(in: line).unsigned(in: line) ?? .max
      } else if key.equals("request", in: line) {
        verb = try cursor.string(in: line).text(in: line)
      } else if key.equals("id", in: line) {
        id = try cursor.string(in: line).text(in: line)
      } else if key.equals("by", in: line) {
        listing = try cursor.string(in: line).text(in: line)
      } else if key.equals("format", in: line) {
        format = try cursor.string(in: line).text(in: line)
      } else if key.equals("colour", in: line) {
        colour = try cursor.bool(in: line)
      } else if key.equals("width", in: line) {
        let columns = try cursor.number(in: line).unsigned(in: line)
        width = columns.flatMap { Int(exactly: $0) } ?? TextStyle.defaultWidth
      } else if key.equals("all", in: line) {
        all = try cursor.bool(in: line)
      } else {
        try cursor.skipValue(in: line)
      }
    }
  }
}
