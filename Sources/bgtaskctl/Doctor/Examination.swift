/// What was looked at, how it is, and how to mend it.
struct Examination: Hashable, Sendable {
  /// `hint` says what could be added, or what this user cannot see; from `warning` on something is wrong.
  enum Verdict: Int, Comparable, Sendable {
    case ok, hint, warning, fault

    static func < (a: Verdict, b: Verdict) -> Bool { a.rawValue < b.rawValue }
    var name: String { "\(self)" }
  }

  /// One word, for ever: scripts look for it.
  var subject: String
  var verdict: Verdict
  /// A clause without full stop.
  var finding: String
  /// A command, or a clause; nil where nothing is to be done.
  var mend: String?

  static func ok(_ subject: String, _ finding: String) -> Examination {
    Examination(subject: subject, verdict: .ok, finding: finding)
  }

  static func hint(_ subject: String, _ finding: String, mend: String?) -> Examination {
    Examination(subject: subject, verdict: .hint, finding: finding, mend: mend)
  }

  static func warning(_ subject: String, _ finding: String, mend: String) -> Examination {
    Examination(subject: subject, verdict: .warning, finding: finding, mend: mend)
  }

  static func fault(_ subject: String, _ finding: String, mend: String) -> Examination {
    Examination(subject: subject, verdict: .fault, finding: finding, mend: mend)
  }
}
