/// A time as a line prints it, field by field; what the line leaves out is nil.
struct TimeFields: Equatable {
  var year: Int?
  /// nil together with `day`: only a time of day is printed.
  var month: Int?
  var day: Int?
  var hour = 0
  var minute = 0
  var second = 0
  var micros = 0
  /// Minutes east of UTC.
  var zone: Int16?
  var precision = Stamp.Precision.second

  /// Every field is in its range, and the day exists in its month.
  var isValid: Bool {
    if hour > 23 || minute > 59 || second > 60 { return false }
    guard let month, let day else { return month == nil && day == nil }
    guard (1...12).contains(month), day >= 1 else { return false }
    return day <= CivilDate.days(inMonth: month, year: year)
  }
}

/// Reads the pieces that times are printed in. Each moves `position` past what it read, or returns
/// nil and leaves it.
enum TimeReader {
  /// A text that is a time and nothing else, with or without date and zone; nil where it is not valid.
  static func whole(_ text: Span<UInt8>) -> TimeFields? {
    var time = TimeFields()
    var position = 0
    if date(text, at: &position, into: &time) {
      let separator = text.byte(at: position)
      guard separator == 0x20 || separator | 0x20 == UInt8(ascii: "t") else { return nil }
      position += 1
    }
    guard clock(text, at: &position, into: &time), time.isValid else { return nil }
    zone(text, at: &position, into: &time)
    return position == text.count ? time : nil
  }

  /// `2017-03-14` or `2017/03/14`.
  static func date(_ bytes: Span<UInt8>, at position: inout Int, into time: inout TimeFields)
    -> Bool
  {
    let word = bytes.word(at: position)
    let separator = UInt8(truncatingIfNeeded: word &>> 32)
    guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/"),
      UInt8(truncatingIfNeeded: word &>> 56) == separator,
      let day = two(bytes, at: position &+ 8), !bytes.byte(at: position &+ 10).isDigit
    else { return false }
    let digits = (word & 0x00FF_FF00_FFFF_FFFF) ^ 0x0030_3000_3030_3030
    guard ((digits &+ 0x0076_7600_7676_7676) | digits) & 0x8080_8080_8080_8080 == 0 else {
      return false
    }
    let pairs = digits &* 10 &+ digits &>> 8
    time.year = Int(pairs & 0xFF) * 100 + Int(pairs &>> 16 & 0xFF)
    time.month = Int(pairs &>> 40 & 0xFF)
    time.day = day
    position += 10
    return true
  }

  /// `Mar  3` or `Mar 03`.
  static func monthAndDay(
    _ bytes: Span<UInt8>, at position: inout Int, into time: inout TimeFields
  ) -> Bool {
    guard bytes.byte(at: position + 3) == 0x20,
      let month = monthNames.firstIndex(where: { bytes.has($0, at: position) })
    else { return false }
    var end = bytes.skipBlanks(from: position + 4)
    let digits = end
    guard let day = bytes.decimal(at: &end), end - digits <= 2 else { return false }
    time.month = month + 1
    time.day = Int(day)
    position = end
    return true
  }

  /// `06:20:12`, with `.178`, `,178`, `:178` or up to nine digits of a fraction behind it.
  static func clock(
    _ bytes: Span<UInt8>, at position: inout Int, into time: inout TimeFields
  ) -> Bool {
    let word = bytes.word(at: position)
    let digits = word ^ UInt64.spelt("00:00:00")
    guard digits.isClock, !bytes.byte(at: position &+ 8).isDigit else { return false }
    let pairs = digits &* 10 &+ digits &>> 8
    time.hour = Int(pairs & 0xFF)
    time.minute = Int(pairs &>> 24 & 0xFF)
    time.second = Int(pairs &>> 48 & 0xFF)
    position += 8
    fraction(bytes, at: &position, into: &time)
    return true
  }

  private static func fraction(
    _ bytes: Span<UInt8>, at position: inout Int, into time: inout TimeFields
  ) {
    let point = bytes.byte(at: position)
    let isColon = point == UInt8(ascii: ":")
    guard isColon || point == UInt8(ascii: ".") || point == UInt8(ascii: ",") else { return }
    let word = bytes.word(at: position &+ 1)
    let counted = word.maskOfNoDigit.firstPlace
    if counted == 3 || counted == 6 {
      if counted == 6, point != UInt8(ascii: ".") { return }
      time.micros = Int(word.decimal(digits: counted)) &* (counted == 3 ? 1000 : 1)
      time.precision = counted == 3 ? .millisecond : .microsecond
      position &+= counted &+ 1
      return
    }
    var end = position + 1
    var micros = 0
    while bytes.byte(at: end).isDigit, end - position <= 9 {
      if end - position <= 6 { micros = micros * 10 + Int(bytes[end] &- 0x30) }
      end += 1
    }
    let digits = end - position - 1
    // A colon or comma before another number of digits is the message's own.
    if digits == 0 || (point != UInt8(ascii: ".") && digits != 3) { return }
    for _ in min(digits, 6)..<6 { micros *= 10 }
    time.micros = micros
    time.precision = digits > 3 ? .microsecond : .millisecond
    position = end
  }

  /// `+0800`, `-08:00`, `Z`; with a space before it as well if digits follow.
  static func zone(_ bytes: Span<UInt8>, at position: inout Int, into time: inout TimeFields) {
    var index = position
    if bytes.byte(at: index) == UInt8(ascii: "Z"), !bytes.byte(at: index + 1).isWord {
      time.zone = 0
      position = index + 1
      return
    }
    if bytes.byte(at: index) == 0x20 { index += 1 }
    let sign = bytes.byte(at: index)
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = two(bytes, at: index + 1), hours <= 15
    else { return }
    let hasColon = bytes.byte(at: index + 3) == UInt8(ascii: ":")
    let end = index + (hasColon ? 6 : 5)
    guard let minutes = two(bytes, at: end - 2), minutes <= 59, !bytes.byte(at: end).isDigit
    else { return }
    let offset = Int16(hours * 60 + minutes)
    time.zone = sign == UInt8(ascii: "-") ? -offset : offset
    position = end
  }

  private static func two(_ bytes: Span<UInt8>, at position: Int) -> Int? {
    let tens = bytes.byte(at: position) &- 0x30
    let ones = bytes.byte(at: position + 1) &- 0x30
    return tens <= 9 && ones <= 9 ? Int(tens) * 10 + Int(ones) : nil
  }

  private static let monthNames: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension TimeFields: Archivable {
  static var blank: TimeFields { TimeFields() }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&year)
    archive.pass(&month)
    archive.pass(&day)
    archive.pass(&hour)
    archive.pass(&minute)
    archive.pass(&second)
    archive.pass(&micros)
    archive.passZone(&zone)
    archive.passCase(&precision)
    archive.require((0...9999).contains(year ?? 0) && (0..<1_000_000).contains(micros))
    archive.require(min(hour, minute, second) >= 0 && isValid)
  }
}

extension Archive {
  /// Minutes east of UTC, as far as `TimeReader.zone` reads them.
  mutating func passZone(_ minutes: inout Int16?) {
    pass(&minutes)
    require((-959...959).contains(minutes ?? 0))
  }
}
