/// The member `tool`: this program and the catalogue of its rules.
enum SARIFRule {
  static func writeTool(in json: inout JSONWriter) {
    json.key("tool")
    json.object { json in
      json.key("driver")
      json.object { json in
        json.member("name", "bgtaskctl")
        json.member("semanticVersion", ProductVersion.text)
        json.key("shortDescription")
        text("Audits the background tasks of iOS apps.", in: &json)
        json.key("rules")
        json.array { json in
          for rule in Rule.allCases {
            json.lineBreak()
            write(rule, in: &json)
          }
        }
      }
    }
  }

  private static func write(_ rule: Rule, in json: inout JSONWriter) {
    let description = rule.description
    json.object { json in
      json.member("id", rule.rawValue)
      json.member("name", pascalCase(rule.rawValue))
      json.key("shortDescription")
      text(description.title + ".", in: &json)
      json.key("fullDescription")
      text("\(description.title). \(description.why)", in: &json)
      json.key("help")
      json.object { json in
        json.member("text", "\(description.why) How to mend it: \(description.mend)")
        json.member("markdown", "\(description.why)\n\n**How to mend it:** \(description.mend)")
      }
      json.member("helpUri", documentation)
    }
  }

  private static let documentation =
    "https://developer.apple.com/documentation/uikit/uiapplication/endbackgroundtask(_:)"

  /// `unpaired-task` as `UnpairedTask`, which is how SARIF writes names.
  private static func pascalCase(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// An object with the text alone: SARIF's message and multiformatMessageString.
  static func text(_ text: String, in json: inout JSONWriter) {
    json.object { json in json.member("text", text) }
  }
}
