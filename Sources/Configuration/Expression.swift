import AuditCore
import CPCRE2

/// A user's regular expression, compiled once by PCRE2, with the named groups that a line pattern has.
///
/// Lines may hold any bytes: `PCRE2_MATCH_INVALID_UTF` lets an expression see the well-formed stretches
/// and match nothing across an ill-formed byte; without it ill-formed UTF-8 is undefined behaviour.
/// Steps, depth, memory and the length of a line are bounded by `Limits`; past a bound there is no
/// match.
///
/// Sendable although unchecked: `code` and `limits` are written in `init` and freed in `deinit`, and
/// PCRE2 only reads them while matching (pcre2api(3), MULTITHREADING); what a match writes is made
/// anew for each.
@safe final class Expression: @unchecked Sendable {
  /// Why an expression cannot be used, and where in it, if it says.
  struct Failure: Error, Hashable {
    var why: String
    /// Counted from 1, in characters.
    var column: Int?
  }

  /// The names that groups may have; what each matched goes to the event.
  enum GroupName: String, CaseIterable {
    case id, name, process, pid, thread, remaining
  }

  enum Engine {
    /// Interpreted all the same where no memory may be made executable.
    case machineCode
    case interpreted
  }

  /// Group numbers by their names, ascending. A name may stand for several groups (`(?J)`, `(?|`).
  private var groups: [(name: GroupName, number: Int)] = []
  private let code: OpaquePointer
  private let limits: OpaquePointer

  init(_ text: String, engine: Engine = .machineCode) throws(Failure) {
    if text.utf8.count > Limits.patternBytesMax {
      throw Failure(why: "longer than \(Limits.patternBytesMax) bytes")
    }
    guard let limits = unsafe pcre2_match_context_create_8(nil) else {
      throw Failure(why: "out of memory")
    }
    unsafe pcre2_set_match_limit_8(limits, Limits.patternStepsMax)
    unsafe pcre2_set_depth_limit_8(limits, Limits.patternDepthMax)
    unsafe pcre2_set_heap_limit_8(limits, Limits.patternHeapKibibytesMax)
    do {
      unsafe code = try Self.compile(Array(text.utf8))
    } catch {
      unsafe pcre2_match_context_free_8(limits)
      throw error
    }
    unsafe self.limits = limits
    // Fails under `MemoryDenyWriteExecute=` and in builds of PCRE2 without it: then matching interprets.
    if engine == .machineCode { _ = unsafe pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE) }
    groups = try readGroups()
  }

  deinit {
    unsafe pcre2_match_context_free_8(limits)
    unsafe pcre2_code_free_8(code)
  }

  private static func compile(_ text: [UInt8]) throws(Failure) -> OpaquePointer {
    var number: Int32 = 0
    var offset = 0
    // \C would match a part of a character, which matching ill-formed UTF-8 does not allow.
    let options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C
    let code = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe pcre2_compile_8(bytes.baseAddress, bytes.count, options, &number, &offset, nil)
    }
    if let code = unsafe code { return unsafe code }
    let before = String(decoding: text.prefix(max(0, offset)), as: UTF8.self)
    throw Failure(why: message(number), column: before.unicodeScalars.count + 1)
  }

  private static func message(_ number: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
      let length = unsafe pcre2_get_error_message_8(number, buffer.baseAddress, buffer.count)
      return unsafe String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
    }
  }

  /// Reads PCRE2's table of names: entries of one size, two bytes of number before each name.
  private func readGroups() throws(Failure) -> [(name: GroupName, number: Int)] {
    var count: UInt32 = 0
    var size: UInt32 = 0
    var table: UnsafePointer<UInt8>?
    unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
    unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size)
    unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
    guard let table = unsafe table, size > 2 else { return [] }
    var groups: [(name: GroupName, number: Int)] = []
    for index in 0..<Int(count) {
      let entry = unsafe UnsafeBufferPointer(start: table + index * Int(size), count: Int(size))
      let number = unsafe Int(entry[0]) << 8 | Int(entry[1])
      let text = unsafe String(decoding: entry[2...].prefix { $0 != 0 }, as: UTF8.self)
      guard let name = GroupName(rawValue: text) else {
        let names = GroupName.allCases.map(\.rawValue)
        let hint = NearMiss.hint(for: text, among: names)
        throw Failure(why: "the group \(text) is none of \(names.joined(separator: ", "))\(hint)")
      }
      groups.append((name, number))
    }
    return groups.sorted { $0.number < $1.number }
  }

  /// True if some group has the name.
  func has(_ name: GroupName) -> Bool { groups.contains { $0.name == name } }

  /// The byte ranges of the groups, nil where the line does not match, is empty, is longer than
  /// `Limits.patternLineBytesMax`, or would take more steps or memory than allowed.
  func match(_ line: borrowing Span<UInt8>) -> LinePattern.Match? {
    if line.isEmpty || line.count > Limits.patternLineBytesMax { return nil }
    guard let data = unsafe pcre2_match_data_create_from_pattern_8(code, nil) else { return nil }
    defer { unsafe pcre2_match_data_free_8(data) }
    let result = unsafe line.withUnsafeBufferPointer { bytes in
      var result = unsafe pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, 0, data, limits)
      if result == PCRE2_ERROR_JIT_STACKLIMIT {
        // Machine code has a small fixed stack; the interpreter's own limits allow more.
        result = unsafe pcre2_match_8(
          code, bytes.baseAddress, bytes.count, 0, PCRE2_NO_JIT, data, limits)
      }
      return result
    }
    if result < 0 { return nil }
    return unsafe ranges(in: data, within: line.count)
  }

  /// Groups that took no part are unset; of several with one name the first that did counts.
  private func ranges(in data: OpaquePointer, within count: Int) -> LinePattern.Match {
    let offsets = unsafe UnsafeBufferPointer(
      start: pcre2_get_ovector_pointer_8(data),
      count: 2 * Int(pcre2_get_ovector_count_8(data)))
    var match = LinePattern.Match()
    for (name, number) in groups where 2 * number + 1 < offsets.count {
      let low = unsafe offsets[2 * number]
      let high = unsafe offsets[2 * number + 1]
      // An unset offset is PCRE2_UNSET, all bits one.
      guard low >= 0, low <= high, high <= count else { continue }
      switch name {
      case .id: match.id = match.id ?? low..<high
      case .name: match.name = match.name ?? low..<high
      case .process: match.process = match.process ?? low..<high
      case .pid: match.pid = match.pid ?? low..<high
      case .thread: match.thread = match.thread ?? low..<high
      case .remaining: match.remaining = match.remaining ?? low..<high
      }
    }
    return match
  }
}
