/// Parts of long lists as JSON, for who asks for them in turn: `next` says where the list goes on, null at
/// its end. A part ends early once it has `bytesMax` bytes.
package enum JSONParts {
  /// The array `findings`, from the position `skip` on, and how many there are in all.
  package static func findings(
    of auditor: Auditor, _ query: FindingQuery, skipping skip: Int, most: Int, bytesMax: Int
  ) -> [UInt8] {
    list("findings", skip, most, bytesMax) { take in
      auditor.findings(query, skipping: skip) { finding in
        take { JSONFinding.write(finding, in: &$0) }
      }
    }
  }

  /// The array `outstanding`, of one session or of all.
  package static func outstanding(
    of auditor: Auditor, session: Int?, skipping skip: Int, most: Int, bytesMax: Int
  ) -> [UInt8] {
    list("outstanding", skip, most, bytesMax) { take in
      auditor.outstandingTasks(ofSession: session, skipping: skip) { task in
        take { JSONLists.outstanding(task, in: &$0) }
      }
    }
  }

  /// The array `groups`, gravest first, then most.
  package static func groups(
    of auditor: Auditor, skipping skip: Int, most: Int, bytesMax: Int
  ) -> [UInt8] {
    list("groups", skip, most, bytesMax) { take in
      let rows = auditor.groupSurvey().rows
      for row in rows.dropFirst(skip) {
        if !take({ JSONGroups.write(row, in: &$0) }) { break }
      }
      return rows.count
    }
  }

  /// The array `sessions`, newest first, those below the number `before`; `verdict` nil takes all.
  package static func sessions(
    of auditor: Auditor, before: Int?, verdict: Verdict?, most: Int, idsMax: Int, bytesMax: Int
  ) -> [UInt8] {
    JSONLists.document { json in
      var count = 0
      var last: Int?
      var next: Int?
      json.key("sessions")
      json.array { json in
        auditor.sessions(before: before, idsMax: idsMax) { summary, outstanding in
          if let verdict, summary.verdict != verdict { return true }
          if count >= most || json.bytes.count >= bytesMax {
            next = last
            return false
          }
          json.lineBreak()
          JSONSession.write(summary, total: outstanding, in: &json)
          count += 1
          last = summary.number
          return true
        }
      }
      json.member("next", next)
      json.member("total", auditor.keptSessions)
    }
  }

  /// One session: the object `session`; nil where its number is none that is kept.
  package static func session(_ number: Int, of auditor: Auditor, idsMax: Int) -> [UInt8]? {
    guard let (summary, outstanding) = auditor.session(number: number, idsMax: idsMax) else {
      return nil
    }
    return JSONLists.document { json in
      json.key("session")
      JSONSession.write(summary, total: outstanding, in: &json)
    }
  }

  /// `fill` offers element by element to its argument, which says whether it wants more, and returns how
  /// many elements the whole list has.
  private static func list(
    _ name: StaticString, _ skip: Int, _ most: Int, _ bytesMax: Int,
    fill: ((_ write: (inout JSONWriter) -> Void) -> Bool) -> Int
  ) -> [UInt8] {
    JSONLists.document { json in
      var count = 0
      var total = 0
      json.key(name)
      json.array { json in
        total = fill { write in
          json.lineBreak()
          write(&json)
          count += 1
          return count < most && json.bytes.count < bytesMax
        }
      }
      let end = skip + count
      json.member("next", end < total ? end : nil)
      json.member("total", total)
    }
  }
}
