/// The stacks that are being printed line by line, one for each thread that prints, and the begins and
/// ends that they may belong to.
///
/// A block's lines carry no framing, so the one of several that a frame belongs to is told by the
/// frame's number and image. At most `Limits.openStackBlocksMax` are open; the oldest gives way.
struct StackBlocks {
  /// A begin or end, as far as a stack after it must know.
  struct Task {
    var origin = Origin()
    var thread: UInt64 = 0
    var stamp: Stamp?
  }

  struct Block {
    /// The `.stack` event to be delivered, made from the block's first line.
    var event: Event
    var frames: [Frame] = []
    /// The line that was read last.
    var touched: UInt32
    /// Comes in parts, as the product prints stacks, not frame by frame.
    var isInParts = false
  }

  private(set) var open: [Block] = []
  private var tasks: [Task] = []
  private var nextTask = 0

  var isOpen: Bool { !open.isEmpty }

  var heldBytes: Int {
    open.reduce(open.storageBytes + tasks.storageBytes) { $0 + $1.frames.storageBytes }
  }

  /// Remembers a begin or end; the oldest of `Limits.openStackBlocksMax` is forgotten.
  mutating func noteTask(_ event: Event) {
    let task = Task(origin: event.origin, thread: event.thread, stamp: event.stamp)
    if tasks.count < Limits.openStackBlocksMax {
      tasks.append(task)
    } else {
      tasks[nextTask] = task
    }
    nextTask = (nextTask + 1) % Limits.openStackBlocksMax
  }

  /// The newest begin or end that a stack printed now may belong to: of the same process and thread, and
  /// at most a second old where times are told. `isFramed` false: the line names nobody, so the
  /// newest of all.
  func task(before event: Event, isFramed: Bool) -> Task? {
    for age in 1...max(tasks.count, 1) where !tasks.isEmpty {
      let task = tasks[(nextTask + tasks.count * 2 - age) % tasks.count]
      if isFramed, task.origin != event.origin || task.thread != event.thread { continue }
      if let begun = task.stamp, let printed = event.stamp,
        (printed.instant - begun.instant).magnitude > Microseconds.seconds(1).magnitude
      {
        return nil
      }
      return task
    }
    return nil
  }

  /// Opens a block; returns one that had to give way.
  mutating func add(_ block: Block) -> Block? {
    let oldest = open.count < Limits.openStackBlocksMax ? nil : open.removeFirst()
    open.append(block)
    return oldest
  }

  /// Adds the frame with the number `index` to the block it fits, if any.
  mutating func add(_ frame: Frame, index: Int, line: UInt32) -> Bool {
    var best: Int?
    for (place, block) in open.enumerated() where !block.isInParts {
      guard block.frames.count <= index else { continue }
      guard let other = best else {
        best = place
        continue
      }
      if isBetter(block, than: open[other], for: frame, index) { best = place }
    }
    guard let best else { return false }
    if open[best].frames.count < Limits.stackFramesMax { open[best].frames.append(frame) }
    open[best].touched = line
    return true
  }

  /// The expected number first; then the process whose name the image has; then the block that has
  /// waited longest, since blocks that are printed at once take turns.
  private func isBetter(_ a: Block, than b: Block, for frame: Frame, _ index: Int) -> Bool {
    let fits = (a.frames.count == index, b.frames.count == index)
    if fits.0 != fits.1 { return fits.0 }
    if !fits.0 { return a.touched > b.touched }
    let own = (a.event.origin.process == frame.image, b.event.origin.process == frame.image)
    if own.0 != own.1 { return own.0 }
    return a.touched < b.touched
  }

  /// Closes the printed block that was read last, as a closing parenthesis does.
  mutating func closeNewest() -> Block? {
    var newest: Int?
    for (place, block) in open.enumerated() where !block.isInParts {
      if newest.map({ block.touched >= open[$0].touched }) ?? true { newest = place }
    }
    return newest.map { open.remove(at: $0) }
  }

  /// Closes the first block that the predicate wants closed.
  mutating func close(where wanted: (Block) -> Bool) -> Block? {
    open.firstIndex(where: wanted).map { open.remove(at: $0) }
  }

  /// Adds a part of the product's own stack lines to the block of the same origin and id.
  mutating func addPart(_ frames: [Frame], of event: Event) -> Bool {
    let found = open.firstIndex {
      $0.isInParts && $0.event.origin == event.origin && $0.event.id == event.id
    }
    guard let found else { return false }
    let room = Limits.stackFramesMax - open[found].frames.count
    open[found].frames.append(contentsOf: frames.prefix(max(room, 0)))
    open[found].touched = event.place.line
    return true
  }
}

extension StackBlocks: Archivable {
  static var blank: StackBlocks { StackBlocks() }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&open)
    archive.pass(&tasks)
    archive.pass(&nextTask)
    let most = Limits.openStackBlocksMax
    archive.require(open.count <= most && tasks.count <= most && (0..<most).contains(nextTask))
    archive.require(tasks.count == most || nextTask == tasks.count)
  }
}

extension StackBlocks.Task: Archivable {
  static var blank: StackBlocks.Task { StackBlocks.Task() }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&origin)
    archive.pass(&thread)
    archive.pass(&stamp)
  }
}

extension StackBlocks.Block: Archivable {
  static var blank: StackBlocks.Block { StackBlocks.Block(event: .blank, touched: 0) }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&event)
    archive.pass(&frames)
    archive.pass(&touched)
    archive.pass(&isInParts)
    archive.require(frames.count <= Limits.stackFramesMax)
  }
}
