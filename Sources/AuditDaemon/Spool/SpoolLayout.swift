import AuditCore
import LinuxIO

/// Where things stand in the spool's memory. All offsets are in bytes, all words 8 of them.
///
///     header  | segment | segment
///
///     header:  magic | version | bytes of a segment | boot id (2) | record being replayed |
///              signal that ended the program | record at whose replay it did | how often, see `SpoolHeader`
///     segment: epoch | gap | alerts given | alerts given before it was captured | notes of two alerts |
///              note of a read    hashes of alerts     records
package struct SpoolLayout: Hashable {
  static let magic: UInt64 = 0x6267_7461_736b_7331  // "bgtasks1"
  static let version: UInt64 = 1
  static let headerBytes = 4096

  // Words of the header.
  static let magicAt = 0
  static let versionAt = 8
  static let segmentBytesAt = 16
  static let bootAt = 24
  static let replayedAt = 40
  static let signalAt = 48
  static let fatalAt = 56
  static let fatalTimesAt = 64

  // Words of a segment.
  static let epochAt = 0
  static let gapAt = 8
  static let alertCountAt = 16
  static let capturedAlertsAt = 24
  static let notesAt = 64
  static let receivedAt = notesAt + 2 * TransferNote.bytes

  /// A multiple of 8 pages.
  package let segmentBytes: Int

  package init(segmentBytes: Int = Limits.spoolSegmentBytes) { self.segmentBytes = segmentBytes }

  /// Of the whole memory.
  package var count: Int { Self.headerBytes + 2 * segmentBytes }
  /// Of the hashes of alerts in one segment.
  var alertBytes: Int { segmentBytes / 8 }

  func segment(_ index: Int) -> Int { Self.headerBytes + index * segmentBytes }

  func alerts(_ index: Int) -> Range<Int> {
    let start = segment(index) + Self.headerBytes
    return start..<start + alertBytes
  }

  func log(_ index: Int) -> Range<Int> {
    alerts(index).upperBound..<segment(index) + segmentBytes
  }
}
