/// What `bgtaskctl` asks the daemon: one line of JSON on the control socket.
package struct ControlRequest: Hashable, Sendable {
  /// What may be asked, by the words of the protocol.
  package enum Verb: String, CaseIterable, Sendable {
    case status, sessions, outstanding, findings, show, watch, groups
  }

  /// How the answer is written.
  package enum Format: String, CaseIterable, Sendable {
    case json, text
  }

  /// Why a request is refused: the sentence and the exit status for the asking program.
  package struct Problem: Error, Hashable, Sendable {
    package var text: String
    package var exit: Int32

    package init(_ text: String, exit: Int32) {
      self.text = text
      self.exit = exit
    }
  }

  /// The version of the protocol.
  package static let version = 1

  package var verb: Verb
  /// The finding that `show` is about, or the first digits of its id.
  package var findingID: String?
  /// How `groups` puts findings together.
  package var listing = GroupListing.fingerprint
  package var format: Format
  package var style: TextStyle

  package init(
    _ verb: Verb, findingID: String? = nil, format: Format = .text, style: TextStyle = TextStyle()
  ) {
    self.verb = verb
    self.findingID = findingID
    self.format = format
    self.style = style
  }

  /// The request as it is sent, with its line feed.
  package var line: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("v", Self.version)
      json.member("request", verb.rawValue)
      json.member("id", findingID)
      if verb == .groups { json.member("by", listing.rawValue) }
      json.member("format", format.rawValue)
      json.member("colour", style.colour)
      json.member("width", style.width)
      json.member("all", style.all)
    }
    return json.bytes + [0x0A]
  }
}
