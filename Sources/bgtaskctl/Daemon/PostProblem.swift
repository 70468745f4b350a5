import LinuxIO

/// Why posting ends before all is acknowledged.
enum PostProblem: Error {
  case input(InputProblem)
  /// The daemon could not be reached in the first place.
  case unreachable(SystemError)
  case lost(PostLink.Break)
  /// It does not answer, or does not come back, for as long as the manner allows.
  case silent(PostStream.Manner)
  case away(PostStream.Manner)
  case garbled

  /// Says it and returns the exit status.
  func explain(
    path: String, _ pending: PendingLines, _ outcome: PostOutcome, on console: Console
  ) -> Int32 {
    let open = Count.lines(pending.unacknowledged)
    switch self {
    case .input(let error):
      console.complain(error.text(for: console.verb))
      return error.status
    case .unreachable(let error):
      console.complain(error.description)
      console.complain(ConnectionAdvice.text(for: error))
    case .lost(.socket(let error)):
      console.complain(error.description)
    case .lost:
      console.complain(
        "\(path): the daemon closed the connection; \(open) of \(pending.lines) not acknowledged")
    case .silent(let manner):
      console.complain("\(path): no acknowledgement of \(open) for \(Self.seconds(manner)) s")
    case .away(let manner):
      console.complain(
        "\(path): the daemon is not back after \(Self.seconds(manner)) s; \(open) of "
          + "\(pending.lines) not acknowledged")
    case .garbled:
      console.complain("\(path): whoever listens there is not bgtaskd, or of another version")
      return ExitStatus.protocolError
    }
    return ExitStatus.unavailable
  }

  private static func seconds(_ manner: PostStream.Manner) -> Int64 {
    manner.patienceMicroseconds / 1_000_000
  }
}
