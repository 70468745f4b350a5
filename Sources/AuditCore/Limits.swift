/// Every bound that hostile or broken input could push against, in one place.
///
/// A limit that is reached is counted and said; it never ends the program. Units stand last in the name.
package enum Limits {
  /// The longest line that is read whole, without its line feed. Of a longer one the head is read: what was
  /// begun or ended stands there, before stacks, and so does whose line it is.
  package static let lineBytesMax = 1 << 20
  package static let lineHeadBytesMax = 1 << 14
  /// A line that is neither the first nor the last and is shorter is not looked at for carriage returns.
  package static let joinedLinesBytesMin = 256
  /// A file without a line feed in so many bytes, and with carriage returns, has none.
  package static let inputHeadBytesMax = 1 << 16
  /// Half-read lines of all clients, in a process that may use `bytes` of memory: an eighth of it, and four
  /// of the longest at least.
  package static func halfLineBytes(ofMemory bytes: Int) -> Int { max(bytes / 8, 4 * lineBytesMax) }
  /// Levels of `{` and `[` that a JSON line may nest.
  package static let jsonDepthMax = 32
  /// A task name is cut here; UIKit's own default names stay far below.
  package static let nameBytesMax = 1024
  /// A device, process, session or slot name is cut here.
  package static let labelBytesMax = 256
  /// Frames kept of one stack, outermost dropped. `callStackSymbols` rarely passes 60.
  package static let stackFramesMax = 128
  /// A symbol is cut here; mangled generic Swift seldom passes 1000.
  package static let symbolBytesMax = 4096
  /// A longer mangled symbol is read by hand, not demangled.
  package static let mangledBytesMax = 1024
  /// Demangled text that a symbol could grow to and is still demangled: a mangled name of 200 bytes
  /// can stand for gigabytes.
  package static let demangledBytesMax = 1 << 15
  /// Stack blocks that are being read at once in one stream (one for each thread that prints).
  package static let openStackBlocksMax = 64
  /// Stacks that one NDJSON stream's reader remembers by their bytes; a power of two.
  package static let stackCacheEntries = 1024
  /// Streams whose connections broke and that may go on over another; the oldest are given up.
  package static let suspendedStreamsMax = 1024
  /// Sessions that one NDJSON connection may say `hello` for and switch between.
  package static let hellosPerStreamMax = 256
  /// Processes of one stream whose hidden task ids are counted.
  package static let countedLaunchesMax = 64
  /// Tasks of one process whose handler is remembered to check the count, and begins that are
  /// announced and not yet created.
  package static let countedTasksMax = 64
  package static let pendingBeginsMax = 16
  /// Processes with events that one stream's kill lines may mean, and bytes kept of a crash report.
  package static let knownProcessesMax = 256
  package static let crashTextBytesMax = 1 << 14
  /// A message within an object of the log tool is cut here; the system log itself cuts at 1 KiB, and
  /// at 32 KiB where it is told to keep large ones.
  package static let logMessageBytesMax = 1 << 16
  /// Bytes of a line that its explanation shows.
  package static let explainedTextBytesMax = 4096
  /// Unreadable lines of one stream that wait to be told to the client; more are only counted.
  package static let rejectsMax = 64
  /// Unreadable lines of all streams whose places a report tells; more are only counted.
  package static let unreadLinesMax = 64
  /// Distinct texts and stacks that are remembered.
  package static let textsMax = 1 << 20
  package static let textBytesMax = 1 << 27
  package static let stacksMax = 1 << 18
  /// Classes, functions and task names that hold ids; more are unknown holders.
  package static let holdersMax = 1 << 20
  /// Symbols and names whose reading is kept, to spare the work.
  package static let symbolsMax = 1 << 16

  /// Sessions kept, ended ones included; the oldest ended one gives way.
  package static let sessionsMax = 1 << 14
  /// Sessions kept of one source, ended ones included, so that none pushes out those of others.
  package static let sessionsPerClientMax = 1 << 12
  /// Sources remembered for one session; a client that reconnects for ever pushes out the oldest.
  package static let sourcesPerSessionMax = 64
  /// By how many begins of a holder one may be printed too late and still find its place among them.
  package static let printOrderMax = 64
  /// Holders told apart in one session; the tasks of more are of holders unknown.
  package static let holdersPerSessionMax = 1 << 14
  /// Outstanding tasks kept for one session; iOS itself kills at about 1000.
  package static let outstandingPerSessionMax = 1 << 20
  /// Ended tasks remembered in full for one session, so that a second end can name its holder.
  package static let endedTasksMax = 256
  /// Footprints (`end(0)`, second ends) kept for one session.
  package static let footprintsMax = 256
  /// Outstanding tasks looked at for one footprint, latest begun first.
  package static let footprintScanMax = 4096
  /// Changes of the app's state remembered for the story of a task.
  package static let stateChangesMax = 64
  /// Findings of one rule kept for one session; more are counted.
  package static let findingsPerRuleMax = 1024
  /// Fingerprints, and releases of apps, over all sessions ever; of more the half that was quiet for the
  /// longest gives way.
  package static let groupsMax = 1 << 12
  package static let releasesMax = 1 << 12
  /// Releases told apart in one group; of more the one that was affected first is counted with others.
  package static let releasesPerGroupMax = 64
  /// Events kept as evidence of one finding: the first ones and the last one.
  package static let evidenceMax = 64
  /// Ids listed in `related` and `candidates`.
  package static let relatedMax = 1024
  package static let candidatesMax = 16

  /// Where sessions are recorded: ended tasks, changes of state, samples and marks kept of one, and ended
  /// tasks of all together (some 250 bytes each). The oldest give way.
  package static let historyTasksPerSessionMax = 1 << 16
  package static let historyPhasesMax = 1 << 12
  package static let historySamplesMax = 1 << 12
  package static let historyMarksMax = 1 << 12
  package static let historyTasksMax = 1 << 18

  /// Unsent bytes of replies to one client; a client that does not read is cut off here.
  package static let unreadReplyBytesMax = 1 << 20
  /// Bytes taken from one client in one turn of the loop, so that none starves the others.
  package static let readBytesPerTurnMax = 1 << 18
  /// A turn takes no less of a client that may be read.
  package static let readBytesPerTurnMin = 1 << 14
  /// Rows that wait for a commit before one is made at once; some 30 ms of the disk's thread.
  package static let commitRowsMax = 4000
  /// While so many wait for a commit in flight, who has brought more than this for the next one waits too;
  /// with four times as many, everybody does.
  package static let commitShareBytes = 1 << 16
  /// One of the two pieces of memory that keep what came in since the last commit. A multiple of
  /// 32 KiB that holds some turns' bytes.
  package static let spoolSegmentBytes = 1 << 24
  package static let clientsMax = 16384
  package static let controlClientsMax = 256
  package static let controlRequestBytesMax = 1 << 16
  /// Answers that were given and not read yet, of all control clients together; more questions wait.
  package static let unreadAnswersBytesMax = 64 << 20

  /// Connections to the live page.
  package static let webClientsMax = 256
  /// A request's target, and its line and headers together.
  package static let webTargetBytesMax = 2048
  package static let webRequestBytesMax = 32 << 10
  /// One answer, where it can be cut into parts, and the elements of a part: as asked, and at most.
  package static let webAnswerBytesMax = 4 << 20
  package static let webPageElements = 50
  package static let webPageElementsMax = 500
  /// Answers that are kept or not taken yet, together; more questions wait.
  package static let webAnswersBytesMax = 64 << 20
  package static let webAnswersKeptMax = 32
  /// What the live page shows: the newest sessions with so many tasks together, of which so many ended ones
  /// are kept of each.
  package static let webSessionsMax = 50
  package static let webTasksMax = 4000
  package static let webTasksPerSessionMax = 500
  /// Ids of outstanding tasks in one session of the API.
  package static let webIDsMax = 100

  /// Memory that the store keeps pages in.
  package static let storeCacheKibibytes = 1024
  /// The store's log is moved into the database once it is this long.
  package static let storeLogBytesMax = 1 << 22
  /// Free pages that the database may have before any is given back, and those given back at once.
  package static let sparePagesMin = 64
  package static let reclaimedPagesPerCommitMax = 256

  /// The widest line of text for people.
  package static let textWidthMax = 1000

  /// The largest configuration file, and the drop-ins beside it that are read.
  package static let configurationBytesMax = 1 << 20
  package static let configurationDropInsMax = 256
  /// Entries of one list of the configuration, and `[Pattern NAME]` sections.
  package static let configurationListMax = 1024
  package static let patternsMax = 64
  package static let sdksMax = 4096
  package static let suppressionsMax = 1024
  /// The largest baseline, and the fingerprints in it.
  package static let baselineBytesMax = 256 << 20
  package static let baselineFingerprintsMax = 1 << 20
  /// Problems of the configuration that are listed; more are counted.
  package static let configurationProblemsMax = 200
  /// A longer line is not tried against users' patterns: their cost may grow with its square.
  package static let patternLineBytesMax = 4096
  /// The longest expression of a user.
  package static let patternBytesMax = 4096
  /// Steps that an expression may take at one place of a line, and the memory for them.
  package static let patternStepsMax: UInt32 = 20_000
  package static let patternDepthMax: UInt32 = 2000
  package static let patternHeapKibibytesMax: UInt32 = 1024
}
