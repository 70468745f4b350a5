/// Spans of time in ascending order, none of which touch.
struct TimeSpans: Sendable {
  struct Span: Hashable, Sendable {
    var from: Instant
    var to: Instant
  }

  private(set) var spans: [Span] = []

  init() {}

  /// One span of all that overlap, or have no more than `gap` between them. Those that end before they begin
  /// are left out.
  init(joining spans: [Span], gap: Microseconds = 0) {
    for span in spans.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) where span.from <= span.to
    {
      if let last = self.spans.last, span.from <= last.to + gap {
        self.spans[self.spans.count - 1].to = max(last.to, span.to)
      } else {
        self.spans.append(span)
      }
    }
  }

  /// The position of the span that the time lies in, both ends included.
  func position(of time: Instant) -> Int? {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].from <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 && time <= spans[low - 1].to ? low - 1 : nil
  }

  /// Whether any part of the span lies in one of these.
  func touch(_ span: Span) -> Bool {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].to < span.from { low = middle + 1 } else { high = middle }
    }
    return low < spans.count && spans[low].from <= span.to
  }

  /// What lies in both.
  func intersection(_ other: TimeSpans) -> TimeSpans {
    var both = TimeSpans()
    var (mine, theirs) = (0, 0)
    while mine < spans.count, theirs < other.spans.count {
      let (a, b) = (spans[mine], other.spans[theirs])
      let (from, to) = (max(a.from, b.from), min(a.to, b.to))
      if from <= to { both.spans.append(Span(from: from, to: to)) }
      if a.to < b.to { mine += 1 } else { theirs += 1 }
    }
    return both
  }

  /// The length of all together; saturates.
  var total: Microseconds {
    spans.reduce(0) { total, span in
      (Instant(microseconds: total) + (span.to - span.from)).microseconds
    }
  }
}
