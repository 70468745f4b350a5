import AuditCore
import Configuration
import Systemd

// Lines that are begun and not ended, of all clients together.
extension StateKeeper {
  /// Called after each read. What is given up is an input of its own, so that a replay, perhaps under another
  /// limit, does the same. The client is told when the line ends, as of one that is too long.
  func boundHalfLines() {
    let most = Limits.halfLineBytes(ofMemory: context.settings.memoryBytesMax)
    for client in context.machine.linesToGiveUp(bytesMax: most) {
      let bytes = client.halfLineBytes
      take(.lineGivenUp, of: client.number)
      // Where only spare memory was given back, nothing is lost.
      if client.decoder.isDroppingLine { tell(of: client, bytes, most) }
    }
  }

  private func tell(of client: MachineClient, _ bytes: Int, _ most: Int) {
    guard let heldBack = linesGivenUp.admit(at: context.now.microseconds, perSecondMax: 1) else {
      return
    }
    context.journal.write(
      DaemonEntry.clientError(
        "\(bytes) bytes of a line that has not ended are given up: those of all clients may take "
          + "\(most >> 20) MiB", client: client.name, peer: client.peer, heldBack: heldBack))
  }
}
