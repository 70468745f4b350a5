extension Session {
  /// Seconds of background time, and whether that is only the built-in default.
  var budgetNow: (budget: Microseconds, isDefault: Bool) {
    if configuredBudget == nil { configuredBudget = .some(findConfiguredBudget()) }
    return budget.value(configured: configuredBudget ?? nil)
  }

  /// The same as if the log had not told of it.
  var assumedBudget: (budget: Microseconds, isDefault: Bool) {
    if configuredBudget == nil { configuredBudget = .some(findConfiguredBudget()) }
    return BackgroundBudget().value(configured: configuredBudget ?? nil)
  }

  private func findConfiguredBudget() -> Microseconds? {
    let configuration = tools.configuration
    if let seconds = configuration.budgetOverride { return Microseconds(fromSeconds: seconds) }
    let identity = identity
    let os = identity.os ?? configuration.osOverride
    for match in [\AuditConfiguration.Budget.device, \.app, \.os] {
      for budget in configuration.budgets where budget[keyPath: match] != nil {
        if budget.applies(device: identity.device, app: identity.app, os: os) {
          return Microseconds(fromSeconds: budget.seconds)
        }
      }
    }
    let general = configuration.budgets.first {
      $0.device == nil && $0.app == nil && $0.os == nil
    }
    if let general { return Microseconds(fromSeconds: general.seconds) }
    return os.flatMap(BackgroundBudget.ofSystem)
  }

  /// When the task's time is over; nil in the foreground and without times. `guess`: it rests on the
  /// default budget, or on no state at all.
  func deadline(of slot: Int32) -> (time: Instant, isGuess: Bool)? {
    guard let begun = ledger[slot].begun, phases.side != .foreground else { return nil }
    let (budget, isDefault) = budgetNow
    if phases.side == .unknown { return (begun + budget + grace, true) }
    let start = max(begun, phases.since ?? begun)
    return (start + budget + grace, isDefault)
  }

  /// The next time at which something must be looked at even if no event comes.
  var nextDue: Instant? {
    guard isOpen else { return nil }
    var due = alarms.next
    if ledger.firstPending >= 0, let deadline = deadline(of: ledger.firstPending) {
      due = min(due ?? deadline.time, deadline.time)
    }
    return due
  }

  /// Does everything that was due before `time`, in order of time.
  @inline(__always)
  func runAlarms(until time: Instant) {
    if let quietUntil, time <= quietUntil { return }
    runDueAlarms(until: time)
  }

  private func runDueAlarms(until time: Instant) {
    defer { quietUntil = nextDue ?? Instant(microseconds: .max) }
    while let due = nextDue, due < time {
      if let alarm = alarms.next, alarm == due {
        guard let alarm = alarms.pop() else { return }
        ring(alarm, until: time)
      } else {
        passDeadline(ledger.firstPending)
      }
    }
  }

  /// Alarms of tasks that ended stay behind until there are more of those than of outstanding tasks.
  func setAlarm(_ check: AlarmQueue.Check, task: UInt64, order: UInt64, at time: Instant) {
    quietUntil = nil
    alarms.set(check, task: task, order: order, at: time)
    if alarms.count > ledger.count * 4 + 64 {
      alarms.drop { alarm in
        ledger.slot(of: alarm.task).map { ledger[$0].order != alarm.order } ?? true
      }
    }
  }

  /// Nothing happens in the session between the alarm and `time`.
  private func ring(_ alarm: AlarmQueue.Alarm, until time: Instant) {
    guard let slot = ledger.slot(of: alarm.task), ledger[slot].order == alarm.order else { return }
    switch alarm.check {
    case .handlerless: MissingHandler.waited(self, slot, at: alarm.time, until: time)
    case .reentrant: ReentrantBegin.notHandedOver(self, slot)
    case .expiryGrace:
      StuckHandler.waited(self, slot, at: alarm.time)
      judge(slot, .expired, at: alarm.time)
    }
  }

  private func passDeadline(_ slot: Int32) {
    let deadline = deadline(of: slot)
    ledger[slot].flags.insert(.pastDeadline)
    if deadline?.isGuess ?? true { ledger[slot].flags.insert(.guessed) }
    ledger.advancePending()
    judge(slot, .pastDeadline, at: deadline?.time)
  }
}

extension AuditConfiguration.Budget {
  /// All parts that are set must match.
  func applies(device: String?, app: String?, os: String?) -> Bool {
    if let wanted = self.device, wanted != device { return false }
    if let wanted = self.app, wanted != app { return false }
    if let wanted = self.os {
      guard let os, os.hasPrefix(wanted) else { return false }
      // "iOS 1" must not match "iOS 13".
      if let last = wanted.last, last.isNumber, os.dropFirst(wanted.count).first?.isNumber == true {
        return false
      }
    }
    return true
  }
}
