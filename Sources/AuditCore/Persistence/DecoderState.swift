extension StateCapture {
  /// Puts a connection's decoder, which then takes what it has put for stored.
  package mutating func put(_ decoder: inout StreamDecoder) {
    let owner = StateOwner.source(Int(decoder.source.rawValue))
    put(owner, SourceRow.decoder.rawValue) { decoder.pass(through: &$0) }
    let (changed, gone) = decoder.framer.takeChangedRows(isWhole: batch.isWhole)
    for row in changed {
      let key = StateKey(owner: owner, kind: SourceRow.halfLine.rawValue, key: Int64(row))
      put(key, decoder.framer.bytes(of: row).span)
    }
    for row in gone { remove(owner, SourceRow.halfLine.rawValue, Int64(row)) }
  }

  /// Removes the rows of a connection that is gone: those of its decoder, and the client's.
  package mutating func remove(_ decoder: StreamDecoder) {
    let owner = StateOwner.source(Int(decoder.source.rawValue))
    for row in [SourceRow.decoder, .client] { remove(owner, row.rawValue, 0) }
    for row in decoder.framer.rows.all { remove(owner, SourceRow.halfLine.rawValue, Int64(row)) }
  }
}

extension StreamDecoder {
  /// Writes the decoder, or fills in a fresh one of the same source, which then goes on exactly as the
  /// one that was written: its texts and stacks are the archive's. The half-read line is in rows of its
  /// own; the patterns and the observer are the caller's to set. One that was read from a damaged
  /// archive must be thrown away.
  mutating func pass(through archive: inout Archive) {
    var source = source
    archive.pass(&source)
    archive.require(source == self.source)
    archive.pass(&linesSeen)
    archive.passTally(&linesSkipped)
    archive.passTally(&linesUnreadable)
    archive.passTally(&linesTooLong)
    archive.passTally(&linesRecognised)
    archive.passTally(&eventsDelivered)
    archive.pass(&rejects)
    archive.require(rejects.count <= Limits.rejectsMax)
    archive.pass(&refusedObject)
    archive.pass(&framer)
    passContext(&archive)
  }

  private mutating func passContext(_ archive: inout Archive) {
    var hasBegun = context != nil
    archive.pass(&hasBegun)
    if !hasBegun { return }
    let names = archive.names
    // Taken out, so that its arrays stay uniquely referenced.
    var passed =
      context.take() ?? LineContext(source: source, texts: names.texts, stacks: names.stacks)
    passed.pass(through: &archive)
    context = passed
  }
}

extension StreamDecoder.Reject: Archivable {
  package static var blank: StreamDecoder.Reject {
    StreamDecoder.Reject(line: 0, reason: UnreadableReason(""))
  }

  package mutating func pass(through archive: inout Archive) {
    archive.pass(&line)
    archive.pass(&reason.text)
  }
}

extension Archive {
  /// A number of things that were counted one by one, so that it can never have come near overflow.
  fileprivate mutating func passTally(_ count: inout Int) {
    pass(&count)
    require((0...1 << 56).contains(count))
  }
}
