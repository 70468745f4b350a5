@testable import AuditCore

/// NDJSON as clients write it: objects of events, and the texts in them.
enum ClientTarget {
  static let target = FuzzTarget(name: "client", run: run) { logs in
    logs.lines { $0.first == UInt8(ascii: "{") }.map { [1] + $0 }
      + [
        #"{"event":"begin","seq":1,"t":1.5,"id":1,"name":"a","handler":true,"stack":["0   A 0x0000000102903a58 -[B c] + 132"]}"#,
        #"{"event":"sample","remaining":4.5,"battery":0.5,"heartbeat":true,"session":"s","thread":"main"}"#,
        #"{"event":"exit","reason":"killed","code":"0x8badf00d","text":"why","slot":"x"}"#,
        #"{"event":"mark","seq":7}"#, #"{"event":"lost","count":3}"#, #"{"event":"bye","seq":9}"#,
        #"{"event":"warning","age":31,"stillNotEnded":true,"id":2}"#,
        #"{"event":"state","state":"background","t":"2020-07-22T14:03:20.123+08:00"}"#,
      ].map { [1] + $0.utf8 }
  }

  private static let hello = Array(
    #"{"v":1,"event":"hello","app":"a","os":"iOS 13","process":"P","pid":7,"ack":true}"#.utf8)

  /// The first byte says whether the client says hello.
  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let saysHello = input.byte() & 1 == 1
    let bytes = input.rest()
    let recording = Recording()
    recording.decode(saysHello ? hello + [0x0A] + bytes : bytes)
    for event in recording.events {
      let name = recording.texts[event.name].utf8.count
      // Each ill-formed byte may become the three of U+FFFD, and the cut is marked.
      try require(name <= Limits.nameBytesMax * 3 + 3, "a name of \(name) bytes")
      let frames = recording.stacks.frames(event.stack).count
      try require(frames <= Limits.stackFramesMax, "\(frames) frames")
    }
    try readTexts(bytes)
  }

  /// Every text of an object, written anew, is read as the same text.
  private static func readTexts(_ bytes: [UInt8]) throws(BrokenProperty) {
    let line = bytes.span
    var cursor = JSONCursor()
    var texts: [String] = []
    do throws(JSONError) {
      try cursor.beginObject(in: line)
      while let key = try cursor.nextKey(in: line) {
        texts.append(key.text(in: line))
        if try cursor.peek(in: line) == .string {
          texts.append(try cursor.string(in: line).text(in: line))
        } else {
          try cursor.skipValue(in: line)
        }
      }
    } catch {
      try require(error.offset <= bytes.count, "an error outside of the text")
    }
    for text in texts {
      var json = JSONWriter()
      json.object { $0.member("text", text) }
      try Output.requireJSON(json.bytes + [0x0A], isLine: true)
      try require(try read(json.bytes.span) == text, "another text after it was written and read")
    }
  }

  private static func read(_ line: Span<UInt8>) throws(BrokenProperty) -> String? {
    var cursor = JSONCursor()
    do throws(JSONError) {
      try cursor.beginObject(in: line)
      _ = try cursor.nextKey(in: line)
      return try cursor.string(in: line).text(in: line)
    } catch {
      throw BrokenProperty(description: error.text)
    }
  }
}
