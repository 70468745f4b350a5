import AuditCore
import LinuxIO

/// What the machine knows of one client, as long as anything is to be said to it.
final class MachineClient {
  /// Counted from 1, over all runs.
  let number: Int
  /// nil where the kernel does not tell.
  let peer: PeerCredentials?
  let source: SourceID
  var decoder: StreamDecoder
  /// The client has said all.
  var isOver = false
  /// It differs from what was captured last.
  var isChanged = false
  /// Unreadable lines that nobody was told of: how many, and the first of them.
  private var rejects: [StreamDecoder.Reject] = []
  private var rejectCount = 0

  init(number: Int, peer: PeerCredentials?, decoder: StreamDecoder) {
    self.number = number
    self.peer = peer
    source = decoder.source
    self.decoder = decoder
  }

  /// As evidence and messages name it.
  var name: String { Self.name(number) }

  static func name(_ number: Int) -> String { "client \(number)" }

  /// The newest event that it wants to have acknowledged; nil where it does not want that.
  var acknowledgeable: UInt64? {
    decoder.wantsAcknowledgement ? decoder.lastSequence : nil
  }

  /// Events so far, and lines that were none.
  var taken: Int { decoder.eventsDelivered + decoder.linesSkipped + decoder.linesUnreadable }

  /// Adds the unreadable lines of what was decoded last.
  func collectRejects(_ count: Int) {
    rejects += decoder.takeRejects().prefix(max(0, Limits.rejectsMax - rejects.count))
    rejectCount += count
  }

  /// Unreadable lines since the last call.
  func takeRejects() -> (first: [StreamDecoder.Reject], count: Int) {
    defer {
      rejects = []
      rejectCount = 0
    }
    return (rejects, rejectCount)
  }
}
