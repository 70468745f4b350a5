/// What is no text in UTF-8, known by its first bytes. No line of it can be read as it is.
package enum ForeignData: Hashable, Sendable, CaseIterable {
  case gzip, zip, zstd, xz, bzip2, utf32, utf16, utf16LittleEndian, utf16BigEndian
  case binaryPropertyList, traceFile

  /// nil for what may be text; a few bytes are enough.
  package init?(_ head: Span<UInt8>) {
    guard let data = Self(mark: head) ?? Self(unitsOf: head) else { return nil }
    self = data
  }

  /// The same by the mark alone, of which more bytes than `shortMarkBytes` make no other.
  init?(mark head: Span<UInt8>) {
    guard
      let data = Self.allCases.first(where: { $0.marks.contains { head.has($0, at: 0) } })
    else { return nil }
    self = data
  }

  /// The same where there is no mark, of which more bytes than `orderBytes` make no other.
  init?(unitsOf head: Span<UInt8>) {
    guard let order = Self.byteOrder(of: head) else { return nil }
    self = order
  }

  /// That of UTF-16 begins that of UTF-32.
  static let shortMarkBytes = 4
  static let orderBytes = 2 * unitsMax

  /// Completes "app.log is …".
  package var name: String {
    switch self {
    case .gzip: "compressed by gzip"
    case .zip: "a zip archive"
    case .zstd: "compressed by zstd"
    case .xz: "compressed by xz"
    case .bzip2: "compressed by bzip2"
    case .utf16, .utf16LittleEndian, .utf16BigEndian: "text in UTF-16, not in UTF-8"
    case .utf32: "text in UTF-32, not in UTF-8"
    case .binaryPropertyList: "a binary property list"
    case .traceFile: "a part of a log archive (tracev3)"
    }
  }

  /// The command, but for the file, that makes text of it.
  package var converter: String {
    switch self {
    case .gzip: "zcat"
    case .zip: "unzip -p"
    case .zstd: "zstdcat"
    case .xz: "xzcat"
    case .bzip2: "bzcat"
    case .utf16: "iconv -f UTF-16 -t UTF-8"
    case .utf16LittleEndian: "iconv -f UTF-16LE -t UTF-8"
    case .utf16BigEndian: "iconv -f UTF-16BE -t UTF-8"
    case .utf32: "iconv -f UTF-32 -t UTF-8"
    case .binaryPropertyList: "plutil -convert json -o -"
    case .traceFile: Self.archiveConverter
    }
  }

  /// The same for a log archive, which is a folder; on a Mac.
  package static let archiveConverter = "log show --style ndjson --archive"

  var unreadable: UnreadableReason { UnreadableReason("the input is \(name)") }

  /// What it begins with. That of UTF-32 begins with that of UTF-16 and stands before it.
  private var marks: [[UInt8]] {
    switch self {
    case .gzip: [[0x1F, 0x8B]]
    case .zip: [[0x50, 0x4B, 0x03, 0x04]]
    case .zstd: [[0x28, 0xB5, 0x2F, 0xFD]]
    case .xz: [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]]
    case .bzip2: (0x31...0x39).map { [0x42, 0x5A, 0x68, $0, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59] }
    case .utf16: [[0xFF, 0xFE], [0xFE, 0xFF]]
    case .utf16LittleEndian, .utf16BigEndian: []
    case .utf32: [[0xFF, 0xFE, 0x00, 0x00], [0x00, 0x00, 0xFE, 0xFF]]
    case .binaryPropertyList: [Array("bplist".utf8)]
    case .traceFile: [[0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00]]
    }
  }

  /// Units that are looked at where no mark tells the order, and the fewest that prove one.
  private static let unitsMax = 32
  private static let unitsMin = 4

  /// UTF-16 without a mark: of nearly all units one byte is NUL, and always the same.
  private static func byteOrder(of head: Span<UInt8>) -> ForeignData? {
    let units = min(head.count / 2, unitsMax)
    if units < unitsMin { return nil }
    var (even, odd) = (0, 0)
    for unit in 0..<units {
      even += head[2 * unit] == 0 ? 1 : 0
      odd += head[2 * unit + 1] == 0 ? 1 : 0
    }
    if even == 0, odd * 4 >= units * 3 { return .utf16LittleEndian }
    if odd == 0, even * 4 >= units * 3 { return .utf16BigEndian }
    return nil
  }
}

extension Span where Element == UInt8 {
  fileprivate func has(_ bytes: [UInt8], at position: Int) -> Bool {
    position + bytes.count <= count && bytes.indices.allSatisfy { self[position + $0] == bytes[$0] }
  }
}
