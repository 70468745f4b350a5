extension Finding {
  /// What its confidence is about, behind "certain" or "possible": "that task 1 was not ended".
  var claim: String {
    let task = task.map { "task \($0)" } ?? "the task"
    switch rule {
    case .unpairedTask: return "that \(task) was not ended"
    case .overwrittenID: return "that the id of \(task) was overwritten"
    case .crossEnd: return "that the handler of \(task) ended another task"
    case .capturedInvalid: return "that the handler of \(task) ended 0"
    case .recursiveBegin: return "that \(task) was begun in a handler"
    case .idleHandler: return "that the handler of \(task) did not end it"
    case .unstoredID: return "that the ids were not stored"
    case .reentrantBegin: return "that \(task) was begun while an older one was open"
    case .doubleEnd: return "that \(task) was ended again"
    case .invalidEnd: return "that an end of 0 came"
    case .unknownEnd: return "that no begin of it was seen"
    case .refusedBegin: return "that a begin was refused"
    case .missingHandler: return "that \(task) has no handler"
    case .lateEnd where stage == .inHandler: return "that only its handler ended \(task)"
    case .lateEnd: return "that \(task) was ended late"
    case .stuckHandler: return "that the handler of \(task) did not return in time"
    case .longHeld: return "that \(task) was held so long"
    case .outstandingPileup: return "that so many tasks were open at once"
    case .systemKill: return "that the system killed the app"
    case .unrelatedKill: return "that the app was killed for something else"
    case .renewalChain: return "that tasks were renewed one by the next"
    case .lostEvents: return "that events are missing"
    }
  }
}
