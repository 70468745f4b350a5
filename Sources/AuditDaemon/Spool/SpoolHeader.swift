import LinuxIO

/// The words that stand for the spool as a whole.
enum SpoolHeader {
  /// How often the program may end while one input is replayed.
  private static let endsMax: UInt64 = 10
  /// For how many ends one counts at which the program itself went wrong, or was told to end, as the service
  /// manager does with one that hangs. SIGKILL may come at any time, but not ten times at the same input, unless
  /// that takes all memory.
  private static let endsForSignal: UInt64 = 5

  /// Makes the memory a spool of this boot. Returns why what was there cannot be used; nil where it
  /// was empty or can.
  static func take(_ memory: SharedMemory, layout: SpoolLayout, boot: BootID?) -> String? {
    let problem = problem(memory, layout, boot)
    if memory[word: SpoolLayout.magicAt] == 0 || problem != nil || !isOf(boot, memory) {
      memory[word: SpoolLayout.magicAt] = 0
      memory.giveBack(0..<memory.count)
      memory[word: SpoolLayout.versionAt] = SpoolLayout.version
      memory[word: SpoolLayout.segmentBytesAt] = UInt64(layout.segmentBytes)
      memory[word: SpoolLayout.bootAt] = boot?.high ?? 0
      memory[word: SpoolLayout.bootAt + 8] = boot?.low ?? 0
      memory[word: SpoolLayout.magicAt] = SpoolLayout.magic
    }
    return problem
  }

  /// What the memory holds is never used.
  static func forget(_ memory: SharedMemory) { memory[word: SpoolLayout.magicAt] = 0 }

  private static func problem(
    _ memory: SharedMemory, _ layout: SpoolLayout, _ boot: BootID?
  ) -> String? {
    switch memory[word: SpoolLayout.magicAt] {
    case 0: return nil
    case SpoolLayout.magic: break
    default: return "no spool"
    }
    let version = memory[word: SpoolLayout.versionAt]
    if version != SpoolLayout.version { return "version \(version)" }
    if memory[word: SpoolLayout.segmentBytesAt] != UInt64(layout.segmentBytes) {
      return "segments of another size"
    }
    if isOf(boot, memory) { return nil }
    let isEmpty = (0...1).allSatisfy { memory[word: layout.log($0).lowerBound] == 0 }
    return isEmpty ? nil : "written before this boot"
  }

  private static func isOf(_ boot: BootID?, _ memory: SharedMemory) -> Bool {
    memory[word: SpoolLayout.bootAt] == boot?.high ?? 0
      && memory[word: SpoolLayout.bootAt + 8] == boot?.low ?? 0
  }

  /// A replay begins: if the program ended in the one before, notes at which record.
  static func beginReplay(in memory: SharedMemory) {
    let fatal = memory[word: SpoolLayout.replayedAt]
    let wasTold = memory[word: SpoolLayout.signalAt] != 0
    memory[word: SpoolLayout.signalAt] = 0
    if fatal == 0 { return }
    if memory[word: SpoolLayout.fatalAt] != fatal {
      memory[word: SpoolLayout.fatalTimesAt] = 0
      memory[word: SpoolLayout.fatalAt] = fatal
    }
    memory[word: SpoolLayout.fatalTimesAt] &+= wasTold ? endsForSignal : 1
    memory[word: SpoolLayout.replayedAt] = 0
  }

  /// Notes that the record at `offset` of an epoch is about to be replayed. False if the program has
  /// ended at that too often: then it is the record's doing.
  static func mayReplay(_ offset: Int, of epoch: UInt64, in memory: SharedMemory) -> Bool {
    let record = epoch << 32 | UInt64(offset)
    if memory[word: SpoolLayout.fatalAt] == record,
      memory[word: SpoolLayout.fatalTimesAt] >= endsMax
    {
      return false
    }
    clearLast(in: memory)
    memory[word: SpoolLayout.replayedAt] = record
    return true
  }

  /// The replay is over.
  static func endReplay(in memory: SharedMemory) {
    clearLast(in: memory)
    memory[word: SpoolLayout.replayedAt] = 0
  }

  /// The record that was replayed last has done no harm.
  private static func clearLast(in memory: SharedMemory) {
    if memory[word: SpoolLayout.replayedAt] == memory[word: SpoolLayout.fatalAt] {
      memory[word: SpoolLayout.fatalTimesAt] = 0
    }
  }
}
