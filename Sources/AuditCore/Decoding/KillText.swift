/// Says from the words of a kill line, a crash report or an `exit` event why a process was killed.
package enum KillText {
  /// nil where the text says nothing of why. Case does not matter.
  package static func cause(of text: Span<UInt8>) -> Event.KillCause? {
    let lower = [UInt8](capacity: text.count) { output in
      for index in text.indices { output.append(text[index].lowercasedASCII) }
    }
    let words = lower.span
    if has(tooMany, words) { return .tooManyAssertions }
    if has(others, words) { return .unrelated }
    if words.find("assertions beyond permitted time") != nil {
      return isTask(words) ? .backgroundTask : .unrelated
    }
    if has(tasks, words) { return .backgroundTask }
    // The code alone is shared with the watchdogs; the one who used it tells.
    if has(watchdogCode, words), has(assertionHolders, words) { return .backgroundTask }
    return nil
  }

  private static let tooMany: [StaticString] = ["bada5e47"]
  private static let others: [StaticString] = [
    "dead10cc", "scene-update", "scene-create", "process-launch", "process-exit",
    "watchdog transgression", "failed to launch in time", "failed to terminate in time", "jetsam",
    "per-process-limit", "vm-pageshortage", "memory limit", "memory pressure", "highwater",
    "cpu limit", "cpu_resource", "cpu resource", "exceeded cpu", "c00010ff", "deadfa11",
    "baaaaaad", "baadca11",
  ]
  private static let tasks: [StaticString] = [
    "permitted background duration", "finishtask", "finish-task", "finish task assertion",
    "background task assertion", "background task timeout", "backgroundtaskassertiontimeout",
    "endbackgroundtask",
  ]
  private static let watchdogCode: [StaticString] = ["8badf00d", "2343432205"]
  private static let assertionHolders: [StaticString] = ["runningboard", "assertiond", "assertion"]
  /// Reasons of assertions that are not background tasks.
  private static let otherReasons: [StaticString] = [
    "reason: suspend", "backgroundcontentfetching", "backgrounddownload",
  ]

  private static func has(_ signs: [StaticString], _ words: Span<UInt8>) -> Bool {
    for sign in signs where words.find(sign) != nil { return true }
    return false
  }

  private static func isTask(_ words: Span<UInt8>) -> Bool {
    words.find("reason: finishtask ") != nil || !has(otherReasons, words)
  }
}

extension UInt8 {
  var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
