/// What `status`, `sessions`, `outstanding`, `findings`, `show` and `watch` print with `--json`.
///
/// Each is one object that begins with the version of the format; `watch` prints one finding a line.
package enum JSONLists {
  /// The object `status`, with what the daemon and its auditor count.
  package static func status(_ status: DaemonStatus, auditor: Auditor) -> [UInt8] {
    document { json in
      json.key("status")
      json.object { json in
        json.member("daemonVersion", status.version)
        json.member("started", status.started)
        json.member("uptime", seconds: status.uptime)
        json.member("clients", status.clients)
        json.member("lines", status.lines)
        json.member("events", status.events)
        json.member("skippedLines", status.skipped)
        json.member("unreadableEvents", status.unreadable)
        json.member("sessions", auditor.sessionCount)
        json.member("sessionsKept", auditor.keptSessionCount)
        json.member("outstanding", auditor.outstandingCount)
        json.member("leaking", auditor.leakingCount)
        json.member("journal", status.journal)
        json.member("state", status.state)
        json.member("configuration", status.configurationPath)
        json.member("line", status.statusLine)
        json.member("web", status.web)
        json.key("silences")
        json.object { json in
          json.member("count", auditor.silenceCounts.all)
          json.member("expired", auditor.silenceCounts.expired)
        }
      }
    }
  }

  /// The array `sessions`, in the order of the report.
  package static func sessions(_ sessions: [SessionSummary]) -> [UInt8] {
    document { json in
      json.key("sessions")
      JSONSession.list(sessions, in: &json)
    }
  }

  /// The array `findings`, gravest first.
  package static func findings(_ findings: [Finding]) -> [UInt8] {
    document { json in
      json.key("findings")
      JSONFinding.list(findings, in: &json)
    }
  }

  /// The object `finding`, and `reasoning` as sentences.
  package static func story(_ finding: Finding) -> [UInt8] {
    document { json in
      json.key("finding")
      JSONFinding.write(finding, in: &json)
      json.member("reasoning", Reasoning.sentences(for: finding))
    }
  }

  /// One finding without any frame around it, on one line.
  package static func change(_ change: FindingChange) -> [UInt8] {
    var json = JSONWriter()
    JSONFinding.write(change.finding, in: &json)
    return json.bytes + [0x0A]
  }

  /// The array `outstanding`; ages and times left in seconds.
  package static func outstanding(_ tasks: [OutstandingTask]) -> [UInt8] {
    document { json in
      json.key("outstanding")
      json.array { json in
        for task in tasks {
          json.lineBreak()
          outstanding(task, in: &json)
        }
      }
    }
  }

  /// One task as an object.
  package static func outstanding(_ task: OutstandingTask, in json: inout JSONWriter) {
    json.object { json in
      json.member("session", task.session.session)
      json.member("app", task.session.app)
      json.member("process", task.session.process)
      json.member("pid", task.session.pid)
      json.member("device", task.session.device)
      json.member("os", task.session.os)
      json.member("task", task.task)
      json.member("name", task.name)
      json.member("stage", task.stage.rawValue)
      json.member("begun", task.begun)
      json.member("age", seconds: task.age)
      json.member("left", seconds: task.left)
      JSONFinding.blame(task.blame, in: &json)
      json.member("stack", task.stack)
    }
  }

  /// An object that begins with the version of the format.
  package static func document(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      body(&json)
    }
    return json.bytes + [0x0A]
  }
}
