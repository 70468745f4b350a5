import AuditCore
import LinuxIO

/// A stream by what its sender calls it. Nobody goes on with another user's.
struct StreamKey: Hashable {
  var uid: UInt32?
  var name: String
}

/// What the machine knows of one client, as long as anything is to be said to it, or its stream may go
/// on over another connection.
final class MachineClient {
  /// Counted from 1, over all runs.
  let number: Int
  /// nil where the kernel does not tell.
  let peer: PeerCredentials?
  /// An older client's, where this one goes on with its stream.
  var decoder: StreamDecoder
  /// The client has said all.
  var isOver = false
  /// Its connection is gone and broke before the log was over.
  var isSuspended = false
  /// Events so far, and lines that were none.
  var taken = 0
  /// Lines of the decoder before the first one of the connection.
  var linesBefore: UInt32 = 0
  /// Bytes of its half-read line that the machine has counted.
  var halfLineBytes = 0
  /// It differs from what was captured last.
  var isChanged = false
  /// Unreadable lines that nobody was told of: how many, and the first of them.
  private var rejects: [StreamDecoder.Reject] = []
  private var rejectCount = 0

  init(number: Int, peer: PeerCredentials?, decoder: StreamDecoder) {
    self.number = number
    self.peer = peer
    self.decoder = decoder
  }

  var source: SourceID { decoder.source }

  /// Not a byte has come from it.
  var hasSaidNothing: Bool {
    taken == 0 && halfLineBytes == 0 && decoder.linesSeen == 0 && decoder.halfLineBytes == 0
  }

  /// As evidence and messages name it.
  var name: String { Self.name(number) }

  static func name(_ number: Int) -> String { "client \(number)" }

  /// The newest event that it wants to have acknowledged; nil where it does not want that.
  var acknowledgeable: UInt64? {
    decoder.wantsAcknowledgement ? decoder.lastSequence : nil
  }

  /// Which of all streams it sends, if that can go on over another connection.
  var stream: StreamKey? {
    decoder.streamName.map { StreamKey(uid: peer?.uid, name: $0) }
  }

  /// Adds the unreadable lines of what was decoded last.
  func collectRejects(_ count: Int) {
    for var reject in decoder.takeRejects() where rejects.count < Limits.rejectsMax {
      reject.line &-= linesBefore
      rejects.append(reject)
    }
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
