import AuditCore
import Configuration

/// `bgtaskctl groups`: findings by fingerprint or SDK, of files or of everything that the daemon has seen.
enum GroupsVerb {
  private static let by = Option(
    "--by", .choice(GroupListing.allCases.map(\.rawValue), name: "WHAT"),
    help: "Put together what has the same fingerprint, or sdk; fingerprint")
  private static let all = Option("--all", help: "Show groups of infos too")

  static let verb = Verb(
    "groups", summary: "Show findings by fingerprint or SDK, with counts",
    operands: "[FILE... | -]", operandCount: 0...Int.max,
    options: [
      SharedOptions.json, by, all, AuditVerb.budget, AuditVerb.os, AuditVerb.config,
      SharedOptions.controlSocket,
    ],
    details: [
      "Gravest first, then most: how many findings there are, in how many launches of how many, in which "
        + "releases, first and last seen. Without FILE, of everything that the daemon has seen, sessions "
        + "that it does not remember any more included. A finding that is cleared counts off. A group that is silenced is "
        + "marked, as are the releases that it is resolved in.",
      "Exit status: 0 shown, 66 a file cannot be read, 65 a file holds no line of a recognised format, "
        + "69 the daemon cannot be reached, 76 who answers is not bgtaskd, or of another version, 78 a bad "
        + "configuration, \(ExitStatus.common)",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    let listing = arguments.value(by).flatMap { GroupListing(rawValue: $0) } ?? .fingerprint
    let isJSON = arguments.has(SharedOptions.json)
    let style = console.style(arguments, all: arguments.has(all))
    if arguments.operands.isEmpty {
      var request = ControlRequest(.groups, format: isJSON ? .json : .text, style: style)
      request.listing = listing
      return DaemonQuery(arguments, console: console).ask(request)
    }
    let settings: Settings
    do throws(Refusal) {
      settings = try OfflineAudit.settings(arguments, of: verb, console)
    } catch {
      return error.status
    }
    var audit = OfflineAudit(settings: settings, console: console)
    for path in arguments.operands {
      audit.read(path)
      // Sessions of later files may take the room of these.
      audit.count()
    }
    let survey = audit.groups()
    console.output.write(
      isJSON
        ? JSONGroups.render(survey, by: listing)
        : GroupsText.render(survey, by: listing, style: style))
    return audit.problem ?? ExitStatus.success
  }
}
