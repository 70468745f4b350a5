import AuditCore
import AuditDaemon
import Glibc
import LinuxIO

// Reads a stream into a spool and counts it, as the daemon audits what it reads, until the stream ends
// or somebody kills it. What it counts is durable now and then only; the spool has the rest.
//
//     SpoolProbe SEGMENT_BYTES      3: the stream, 4: the spool's memory, 5: the store's, 6: alerts

let layout = SpoolLayout(segmentBytes: Int(CommandLine.arguments[1]) ?? 0)
let probe = try Probe(
  layout, stream: Descriptor(owning: 3), spool: Descriptor(owning: 4), store: Descriptor(owning: 5),
  alerts: Descriptor(owning: 6))
try probe.run()
