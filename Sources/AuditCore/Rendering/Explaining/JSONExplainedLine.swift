/// `bgtaskctl audit --explain-lines --json`: one object a line of the log.
package enum JSONExplainedLine {
  /// Keys may be added, never renamed. What the end of a log completes has no line and no outcome.
  package static func render(_ line: ExplainedLine) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      let reading = line.reading
      json.member("file", line.file)
      json.member("line", reading?.number)
      json.member("outcome", reading?.outcome.rawValue)
      json.member("format", reading?.isPattern == true ? nil : reading?.format)
      json.member("pattern", reading?.isPattern == true ? reading?.format : nil)
      json.member("reason", reading?.reason)
      json.member("framings", reading?.framings ?? [])
      json.member("device", text(reading?.device))
      json.member("process", text(reading?.process))
      json.member("pid", reading?.pid)
      json.member("thread", reading?.thread)
      json.member("time", reading?.stamp)
      json.key("events")
      json.array { json in for item in line.items { write(item, in: &json) } }
      json.member("notFormats", reading?.refusals ?? [])
      json.key("notPatterns")
      json.array { json in
        for refusal in reading?.patterns ?? [] {
          json.object { json in
            json.member("pattern", refusal.pattern)
            json.member("why", refusal.why)
          }
        }
      }
      json.member("text", line.text)
    }
    return json.bytes + [0x0A]
  }

  private static func text(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func write(_ item: ExplainedLine.Item, in json: inout JSONWriter) {
    json.object { json in
      json.member("event", item.event.kind)
      for field in item.event.fields {
        json.key(field.name)
        switch field.value {
        case .text(let text): json.string(text)
        case .number(let number): json.integer(number)
        case .id(let id): json.integer(id)
        case .real(let real): json.seconds(real.isInfinite ? nil : Microseconds(fromSeconds: real))
        case .truth(let truth): json.bool(truth)
        case .time(let stamp): json.string(StampText.rfc3339(stamp))
        }
      }
      json.member("repeated", item.isRepeat)
    }
  }
}
