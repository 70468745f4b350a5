/// Names of files as services want them that show a report beside the sources of a project.
enum ReportPath {
  /// The path below `folder`, without a leading `./`; as it is where it is not below.
  static func relative(_ path: String, to folder: String?) -> String {
    var rest = path[...]
    if let folder, path.hasPrefix(folder + "/") { rest = path.dropFirst(folder.count + 1) }
    while rest.hasPrefix("./"), rest.count > 2 { rest = rest.dropFirst(2) }
    return String(rest)
  }

  /// The same as a URI reference (RFC 3986): relative, or `file:` for an absolute path.
  static func uri(_ path: String, relativeTo folder: String?) -> String {
    let path = relative(path, to: folder)
    var uri = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.append(Character(Unicode.Scalar(byte)))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return uri
  }
}
