/// A finding as a SARIF result.
struct SARIFResult {
  let finding: Finding
  /// How many findings of the fingerprint there are up to this one.
  let occurrence: Int
  let gate: ReportGate
  let artifacts: SARIFArtifacts

  func write(in json: inout JSONWriter) {
    json.object { json in
      json.member("ruleId", finding.rule.rawValue)
      json.member("ruleIndex", finding.rule.position)
      json.member("kind", finding.state == .cleared ? "pass" : "fail")
      json.member("level", level)
      if gate.baseline != nil {
        json.member("baselineState", finding.excuse == .known ? "unchanged" : "new")
      }
      json.key("message")
      SARIFRule.text("\(finding.message) \(finding.advice)", in: &json)
      locations(in: &json)
      fingerprints(in: &json)
      if !gate.suppressions.isEmpty { suppressions(in: &json) }
      if !finding.evidence.isEmpty { evidence(in: &json) }
      if !finding.stack.isEmpty { stack(in: &json) }
      properties(in: &json)
    }
  }

  private var level: String {
    if finding.state == .cleared { return "none" }
    switch finding.severity {
    case .crit, .err: return "error"
    case .warning: return "warning"
    case .notice, .info: return "note"
    }
  }

  /// One location: the event to be seen first, and the code that is to blame.
  private func locations(in json: inout JSONWriter) {
    json.key("locations")
    json.array { json in
      guard let place = finding.primaryEvidence else { return }
      json.object { json in
        physicalLocation(place, in: &json)
        logicalLocations(in: &json)
      }
    }
  }

  private func physicalLocation(_ item: Evidence, in json: inout JSONWriter) {
    json.key("physicalLocation")
    json.object { json in
      artifacts.location(of: item.file, in: &json)
      if item.line > 0 {
        json.key("region")
        json.object { json in json.member("startLine", item.line) }
      }
    }
  }

  private func logicalLocations(in json: inout JSONWriter) {
    let blame = finding.blame
    guard let name = blame.symbol ?? blame.holder ?? blame.image else { return }
    json.key("logicalLocations")
    json.array { json in
      json.object { json in
        json.member("name", blame.holder ?? name)
        json.member(
          "fullyQualifiedName", [blame.image, name].compactMap(\.self).joined(separator: "`"))
        json.member("kind", blame.symbol == nil ? "type" : "function")
      }
    }
  }

  /// `primaryLocationLineHash` is what GitHub follows an alert by: without it, it would take the text
  /// of a log's line, which is another in each log.
  private func fingerprints(in json: inout JSONWriter) {
    json.key("partialFingerprints")
    json.object { json in
      json.member("bgtaskFingerprint/v1", finding.fingerprint)
      json.member("primaryLocationLineHash", "\(finding.fingerprint):\(occurrence)")
    }
  }

  /// Empty where it is not suppressed: SARIF wants the member in every result or in none.
  private func suppressions(in json: inout JSONWriter) {
    json.key("suppressions")
    json.array { json in
      guard let suppression = finding.excuse?.suppression else { return }
      json.object { json in
        json.member("kind", "external")
        json.member("status", "accepted")
        json.member("justification", suppression.reason)
      }
    }
  }

  /// Every event of the evidence as a step of one flow: viewers walk through it.
  private func evidence(in json: inout JSONWriter) {
    json.key("codeFlows")
    json.array { json in
      json.object { json in
        json.key("threadFlows")
        json.array { json in
          json.object { json in
            json.key("locations")
            json.array { json in
              for item in finding.evidence {
                json.object { json in
                  json.key("location")
                  json.object { json in
                    physicalLocation(item, in: &json)
                    json.key("message")
                    SARIFRule.text(Self.words(of: item), in: &json)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// `begin 1, 2019-02-18 21:40:02.118 +08:00, handler`.
  private static func words(of item: Evidence) -> String {
    let event = item.task.map { "\(item.event) \($0)" } ?? item.event
    return [event, item.time.map(StampText.full), item.detail].compactMap(\.self)
      .joined(separator: ", ")
  }

  private func stack(in json: inout JSONWriter) {
    json.key("stacks")
    json.array { json in
      json.object { json in
        json.key("frames")
        json.array { json in
          for frame in finding.stack {
            json.object { json in
              json.key("location")
              json.object { json in
                json.key("message")
                SARIFRule.text(frame, in: &json)
              }
            }
          }
        }
      }
    }
  }

  /// What SARIF has no place for, by the names of `--format json`.
  private func properties(in json: inout JSONWriter) {
    json.key("properties")
    json.object { json in
      json.member("severity", finding.severity.name)
      json.member("state", finding.state.rawValue)
      json.member("confidence", finding.confidence.rawValue)
      json.member("tentative", finding.tentative)
      json.member("id", finding.id)
      json.member("task", finding.task)
      json.member("name", finding.name)
      json.member("stage", finding.stage?.rawValue)
      json.member("causes", finding.causes.map(\.rawValue))
      json.member("by", finding.by)
      json.member("related", finding.related)
      json.member("session", finding.session.session)
      json.member("app", finding.session.app)
      json.member("appVersion", finding.session.appVersion)
      json.member("process", finding.session.process)
      json.member("pid", finding.session.pid)
      json.member("device", finding.session.device)
      json.member("os", finding.session.os)
      json.member("sdk", finding.sdk?.name)
    }
  }
}
