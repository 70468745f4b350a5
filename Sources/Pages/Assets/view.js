// The whole page, from one value: where that comes from is the business of whoever calls `show`.
"use strict";

const FINDINGS_AT_ONCE = 20;
const LINKS_AT_ONCE = 12;
const FILES_NAMED = 8;

class ReportView {
  constructor() {
    this.session = null;
    this.timeline = new Timeline($("timeline"), {
      choose: (task) => this.choose(task),
      open: (task) => this.choose(task, { isOpened: true }),
    });
    this.detail = new DetailPanel($("detail"), $("story"), (id) => this.chooseID(id));
    this.tables = {
      sessions: this.sessionTable(), tasks: this.taskTable(),
      product: this.statisticsTable("SDK"), callSite: this.statisticsTable("Call site"),
    };
    this.wire();
    new ThemeSwitch($("theme"), () => this.themeChanged());
  }

  wire() {
    const { timeline } = this;
    const press = { "zoom-in": () => timeline.zoom(0.6), "zoom-out": () => timeline.zoom(1 / 0.6), "zoom-fit": () => timeline.fit(),
      "pan-left": () => timeline.pan(-timeline.width / 3), "pan-right": () => timeline.pan(timeline.width / 3) };
    for (const [id, action] of Object.entries(press)) $(id).addEventListener("click", action);
    $("filter").addEventListener("input", () => this.filterTasks());
    $("only-lost").addEventListener("change", () => this.filterTasks());
    $("with-infos").addEventListener("change", () => this.showFindings());
    $("grouping").addEventListener("change", () => this.showStatistics());
    timeline.changed = () => {
      const all = timeline.length * (1 + 2 * MARGIN);
      const [from, span] = [timeline.view.from + timeline.length * MARGIN, timeline.span];
      $("overview").style.left = `${Math.max(0, from / all * 100)}%`;
      $("overview").style.width = `${Math.min(100, span / all * 100)}%`;
    };
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
  }

  print(isPrinted) {
    const root = document.documentElement;
    if (isPrinted) this.shownTheme = root.dataset.theme;
    root.dataset.theme = isPrinted ? "light" : this.shownTheme;
    this.timeline.isPrinted = isPrinted;
    this.timeline.resize();
    this.timeline.paint.refresh();
    this.timeline.draw();
    if (this.session) this.showLegend();
  }

  themeChanged() {
    this.timeline.themeChanged();
    if (this.session) this.showLegend();
  }

  // The report

  /** Shows a report, or a newer one of the same launches: what is chosen stays. */
  show(data) {
    this.data = data;
    this.files = new FileNames([...data.files, ...data.findings.flatMap(({ evidence }) => evidence.map(({ file }) => file))]);
    this.findingByID = new Map(data.findings.map((finding) => [finding.id, finding]));
    this.sessions = [...data.sessions].sort((a, b) =>
      VERDICTS[b.verdict].rank - VERDICTS[a.verdict].rank || a.number - b.number);
    for (const session of this.sessions) {
      session.lost = session.tasks.filter((task) => task.by);
    }
    this.showHead();
    this.tables.sessions.show(this.sessions);
    $("sessions").hidden = this.sessions.length < 2;
    this.showFindings();
    this.showNotes();
    this.showStatistics();
    this.showFooter();
    const same = this.session && this.sessions.find((session) => session.number === this.session.number);
    if (this.sessions.length) this.chooseSession(same ?? this.sessions[0]);
  }

  showHead() {
    const { headline, summary } = this.data;
    $("source").textContent = this.data.files.map((path) => this.files.of(path)).join(", ");
    $("source").title = this.data.files.join("\n");
    $("verdict").className = `chip verdict ${headline.verdict}`;
    const { sign, word } = VERDICTS[headline.verdict];
    $("verdict").replaceChildren(h("span", { "aria-hidden": "true" }, sign), word);
    $("headline").replaceChildren(logText(headline.sentence));
    const brief = [["Why", headline.why], ["How sure", headline.sure], ["What to do", headline.advice, headline.link]].filter(([, text]) => text);
    $("brief").replaceChildren(...brief.map(([name, text, link]) => h("div", {}, h("dt", {}, name), h("dd", {}, linkedText(text, link)))));
    const counts = [[summary.sessions, "launch", "launches"], [summary.begins, "begin", "begins"], [summary.ends, "end", "ends"],
      [summary.outstanding, "never ended", "never ended"]];
    const severe = ["crit", "err", "warning"].map((severity) => [summary.findings[severity], `${severity} finding`, `${severity} findings`]).filter(([count]) => count);
    $("counts").replaceChildren(...[...counts, ...severe].map(([count, one, many]) =>
      h("li", {}, h("b", {}, count.toLocaleString("en")), ` ${count === 1 ? one : many}`)));
  }

  showFooter() {
    const { summary, program } = this.data;
    const lines = [
      ...this.filesRead(),
      `${plural(summary.lines, "line")}, ${plural(summary.events, "event")}, ${summary.skippedLines.toLocaleString("en")} skipped, ${summary.unreadableEvents.toLocaleString("en")} unreadable.`,
    ];
    if (summary.findingsDropped) lines.push(`${plural(summary.findingsDropped, "finding")} left out: a session has too many of one rule.`);
    if (summary.textsDropped) lines.push(`${plural(summary.textsDropped, "time")} a name or stack was not kept: the log has too many different ones.`);
    lines.push(`${program}. This page is one file; it asks nothing of any network.`);
    $("footer").replaceChildren(...lines.map((line) => h("p", {}, line)));
  }

  /** A line with the whole paths: the page calls files by their names. */
  filesRead() {
    const named = this.data.files.slice(0, FILES_NAMED);
    const left = this.data.files.length - named.length;
    return named.length ? [["Read from ", logText(named.join(", ")), left ? ` and ${plural(left, "more file")}.` : "."]] : [];
  }

  // Launches

  sessionTable() {
    return new SortableTable($("session-table"), {
      name: "Launches", caption: "Worst first", pageRows: 12, isChosen: (session) => session === this.session,
      columns: [
        { title: "Launch", kind: "wide", key: (s) => s.launch, cell: (s) => h("button", { type: "button", class: "link", "aria-current": s === this.session ? "true" : null, onclick: () => this.chooseSession(s, true) }, logText(s.launch)) },
        { title: "Verdict", key: (s) => VERDICTS[s.verdict].rank, first: -1, cell: (s) => verdictChip(s.verdict) },
        { title: "Begins", kind: "number", key: (s) => s.begins, cell: (s) => s.begins.toLocaleString("en") },
        { title: "Ends", kind: "number", key: (s) => s.ends, cell: (s) => s.ends.toLocaleString("en") },
        { title: "Never ended", kind: "number", key: (s) => s.outstanding, cell: (s) => alarm(s.outstanding) },
        { title: "From", key: (s) => (s.clock ? s.clock.epoch : null), cell: (s) => (s.clock ? new Clock(s.clock).full(0, 0) : "no times") },
      ],
    });
  }

  chooseSession(session, isByReader = false) {
    const task = this.session?.number === session.number && this.task ? session.tasks.find(({ id }) => id === this.task.id) : null;
    this.session = session;
    this.task = null;
    $("timeline-section").hidden = $("tasks-section").hidden = false;
    $("launch").replaceChildren(logText(session.launch));
    this.tables.sessions.mark();
    if (isByReader) {
      $("filter").value = "";
      $("only-lost").checked = false;
    }
    this.filterTasks();
    this.showLegend();
    const chosen = task ?? session.tasks.find(({ by }) => by) ?? session.tasks.find(({ fate }) => FATES[fate].rank > 3);
    if (chosen) this.choose(chosen); else this.detail.clear(session);
    if (isByReader) {
      $("timeline-heading").focus();
      this.say(`Time line of ${session.launch}`);
    }
  }

  // Tasks

  filterTasks() {
    const words = $("filter").value.trim().toLowerCase();
    const onlyLost = $("only-lost").checked;
    const passes = (task) => (!onlyLost || FATES[task.fate].rank > 3 || task.by)
      && (!words || [task.id, task.name, task.holder, task.symbol, task.image, task.product, task.system ? "UIKit" : null]
        .some((text) => text?.toLowerCase().includes(words)));
    const tasks = this.session.tasks.filter(passes);
    this.timeline.show(this.session, tasks);
    this.timeline.changed();
    const all = this.session.tasks.length;
    const left = this.session.dropped ? `; ${plural(this.session.dropped, "older task")} left out, for there are too many` : "";
    this.tables.tasks.show(tasks, (tasks.length === all ? plural(all, "task") : `${tasks.length.toLocaleString("en")} of ${plural(all, "task")}`) + ", in the order of their begins" + left);
    if (words || onlyLost) this.say(`${plural(tasks.length, "task")} shown`);
  }

  taskTable() {
    const clock = () => new Clock(this.session.clock);
    const time = (point) => (point ? clock().time(point.at) : "–");
    return new SortableTable($("tasks"), {
      name: "Tasks", caption: "", pageRows: 50, isChosen: (task) => task === this.task,
      empty: "No task of this launch passes the filter, or none is in the log.",
      columns: [
        { title: "Task", key: (t) => Number(t.id), cell: (t) => h("button", { type: "button", class: "link", onclick: () => this.choose(t, { isOpened: true }), "aria-label": `Task ${t.id}: show its story` }, t.id) },
        { title: "Fate", key: (t) => FATES[t.fate].rank, first: -1, cell: (t) => fateChip(t.fate) },
        { title: "Begun by", kind: "wide", key: (t) => holderOf(t), cell: (t) => logText(holderOf(t)) },
        { title: "Name", key: (t) => t.name ?? null, cell: (t) => (t.name ? logText(t.name) : "–") },
        { title: "Begun", kind: "number", first: 1, key: (t) => (t.unseen ? -1 : t.begin.at), cell: (t) => (t.unseen ? "before the capture" : time(t.begin)) },
        { title: "Ended", kind: "number", first: 1, key: (t) => (t.end ? t.end.at : null), cell: (t) => time(t.end) },
        { title: "Held", kind: "number", key: (t) => (t.end && !t.unseen ? t.end.at - t.begin.at : null), cell: (t) => (t.end && !t.unseen ? clock().span(t.begin.at, t.end.at) : "–") },
      ],
    });
  }

  /** `isOpened`: the reader is taken to its story. */
  choose(task, { isOpened = false } = {}) {
    this.task = task;
    this.detail.show(task, this.session, this);
    this.timeline.select(task);
    this.tables.tasks.mark();
    if (!isOpened) return;
    const heading = $("detail-heading");
    heading.focus({ preventScroll: true });
    const box = heading.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) $("timeline-section").scrollIntoView({ block: box.top < 0 ? "start" : "nearest" });
    if (heading.getBoundingClientRect().bottom > innerHeight) heading.scrollIntoView({ block: "center" });
  }

  chooseID(id) {
    const task = this.session.tasks.find((candidate) => candidate.id === id);
    if (!task) return;
    if (!this.timeline.position.has(task)) {
      $("filter").value = "";
      $("only-lost").checked = false;
      this.filterTasks();
    }
    this.choose(task, { isOpened: true });
  }

  showLegend() {
    const { session } = this;
    const fates = Object.keys(FATES).filter((fate) => session.tasks.some((task) => task.fate === fate));
    const marks = Object.keys(MARKS).filter((kind) => session.marks.some((mark) => mark.kind === kind));
    const { paint } = this.timeline;
    paint.refresh();
    const item = (draw, word) => {
      const canvas = h("canvas", { width: 60, height: 36, "aria-hidden": "true" });
      const context = canvas.getContext("2d");
      context.scale(2, 2);
      draw(context);
      return h("li", {}, canvas, h("span", {}, word));
    };
    const entries = fates.map((fate) => item((context) => {
      const task = { id: "", fate };
      const kind = paint.bar(context, task, 0, 30, 2, 14);
      if (FATES[fate].rank > 2) paint.label(context, { ...task, id: " " }, kind, -20, 30, 2, 14);
    }, FATES[fate].word));
    if (session.lost.length) entries.push(item((context) => paint.link(context, 19, 0, 14, 4), "overwrote the id of"));
    entries.push(...marks.map((kind) => item((context) => paint.mark(context, kind, 1, 15, 9), MARKS[kind].word)));
    $("legend").replaceChildren(...entries);
  }

  // Findings and statistics

  showFindings() {
    const all = this.data.findings;
    const isShown = (finding) => $("with-infos").checked || SEVERITIES[finding.severity].rank > 0;
    $("findings-section").hidden = !all.length;
    const groups = new Map();
    for (const finding of all.filter(isShown)) {
      const { rule, severity, state, excuse, silence, fingerprint } = finding;
      const key = [rule, severity, state, excuse, silence, fingerprint].join(" ");
      groups.set(key, [...(groups.get(key) ?? []), finding]);
    }
    this.moreFindings([], [...groups.values()]);
  }

  /** Lines that were not read, and what came of the baseline and of each suppression. */
  showNotes() {
    const { unread, unreadUntold, gate } = this.data;
    const note = (sign, kind, ...text) => h("li", {}, chip(kind, sign[0], sign[1]), h("span", {}, text));
    const notes = unread.map((line) => note(["?", "not read"], "warning", logText(line)));
    if (unreadUntold) notes.push(note(["?", "not read"], "warning", `and ${plural(unreadUntold, "more line")}`));
    const { baseline } = gate;
    if (baseline) {
      const gone = baseline.gone ? `; ${plural(baseline.gone, "fingerprint")} of it not found any more` : "";
      notes.push(note(["=", "baseline"], "notice", `${baseline.known.toLocaleString("en")} known, ${baseline.new.toLocaleString("en")} new${gone}`));
    }
    for (const { state, text, reason, until } of gate.suppressions) {
      const [sign, kind] = state === "used" ? ["✓", "notice"] : ["!", "warning"];
      notes.push(note([sign, state === "used" ? "suppressed" : state], kind, logText(text), ": ", logText(reason), until ? `, until ${until}` : ""));
    }
    $("notes").replaceChildren(...notes);
    $("notes-section").hidden = !notes.length;
  }

  /** `cards` are shown already, one for each of the first `groups`. */
  moreFindings(cards, groups) {
    const next = groups.slice(cards.length, cards.length + FINDINGS_AT_ONCE).map((group) => this.findingCard(group));
    const shown = [...cards, ...next];
    const left = groups.length - shown.length;
    const none = shown.length ? null : h("p", { class: "empty" }, "None but infos.");
    const more = left > 0 ? h("button", { type: "button", onclick: () => {
      this.moreFindings(shown, groups);
      $("findings").children[shown.length]?.querySelector("summary").focus();
    } }, `Show ${Math.min(left, FINDINGS_AT_ONCE)} more of ${left.toLocaleString("en")}`) : null;
    $("findings").replaceChildren(...[none, ...shown, more].filter(Boolean));
  }

  /** Findings of one rule about code of one fingerprint: they differ in their tasks and launches alone. */
  findingCard(group) {
    const [finding] = group;
    const state = (finding.state === "confirmed" ? "" : `, ${finding.state}`)
      + (finding.excuse ? `, ${finding.excuse}${finding.suppression ? ` by ${finding.suppression}` : ""}` : "")
      + (finding.silence ? `, silenced by ${finding.silence}` : "");
    const launches = new Set(group.map(({ session }) => session)).size;
    const times = (group.length > 1 ? `, ${group.length.toLocaleString("en")} times` : "")
      + (launches > 1 ? ` in ${plural(launches, "launch", "launches")}` : "");
    const details = h("details", {}, h("summary", {}, group.length > 1 ? "Evidence and reasoning of the first" : "Evidence and reasoning"));
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) details.append(this.findingInside(finding));
    });
    return h("article", { class: "finding", "aria-label": `${finding.severity}: ${finding.message}` },
      h("div", { class: "chips" }, severityChip(finding.severity)),
      h("div", {},
        h("h3", {}, logText(finding.message), h("span", { class: "rule" }, finding.rule + state + times)),
        h("p", { class: "advice" }, h("span", { "aria-hidden": "true" }, "→ "), linkedText(finding.advice, finding.link)),
        this.taskLinks(group), details));
  }

  findingInside(finding) {
    const parts = [h("h4", {}, "Story"), storyList(finding.evidence, finding.task, this.files), h("h4", {}, "Why we think so"), reasonList(finding.reasons)];
    if (finding.stack !== undefined) parts.push(h("h4", {}, "Stack"), stackList(this.data.stacks[finding.stack], finding.symbol));
    parts.push(h("h4", {}, "Names"), factList([["Finding", finding.id], ["Fingerprint", finding.fingerprint], ["Launch", finding.launch]]));
    return h("div", { class: "inside" }, parts);
  }

  /** From findings of several launches to those launches, each with the first of its tasks. */
  launchLinks(group) {
    const first = new Map();
    for (const finding of group) if (!first.has(finding.session)) first.set(finding.session, finding);
    const found = this.sessions.filter(({ number }) => first.has(number));
    const links = found.slice(0, LINKS_AT_ONCE).map((session) => {
      const { task } = first.get(session.number);
      return h("button", { type: "button", class: "link", title: session.launch, "aria-label": `Show ${session.launch} on the time line`,
        onclick: () => { this.chooseSession(session, true); this.chooseID(task); } }, logText(session.launch.split(", ")[0]));
    });
    const left = first.size - links.length;
    return links.length ? h("p", { class: "like" }, "Launches", links, left > 0 ? `and ${left.toLocaleString("en")} more` : null) : null;
  }

  /** From findings to their tasks on the time line. */
  taskLinks(group) {
    if (group.some((finding) => finding.session !== group[0].session)) return this.launchLinks(group);
    const session = this.sessions.find(({ number }) => number === group[0].session);
    if (!session) return null;
    const known = this.idsOf(session);
    const ids = [...new Set(group.map(({ task }) => task))].filter((id) => id && known.has(id));
    if (!ids.length) return null;
    const go = (id) => () => {
      if (session !== this.session) this.chooseSession(session, true);
      this.chooseID(id);
    };
    const link = (id, words) => h("button", { type: "button", class: "link", "aria-label": `Show task ${id} on the time line`, onclick: go(id) }, words);
    if (ids.length === 1) return h("p", { class: "like" }, link(ids[0], `Show task ${ids[0]} on the time line`));
    const left = ids.length - LINKS_AT_ONCE;
    return h("p", { class: "like" }, "Tasks", ids.slice(0, LINKS_AT_ONCE).map((id) => link(id, id)), left > 0 ? `and ${left.toLocaleString("en")} more` : null);
  }

  idsOf(session) {
    session.ids ??= new Set(session.tasks.map(({ id }) => id));
    return session.ids;
  }

  showStatistics() {
    const grouping = document.querySelector('input[name="grouping"]:checked').value;
    const rows = this.data.statistics[grouping];
    $("statistics-section").hidden = !this.data.statistics.product.length;
    this.tables[grouping].show(rows);
  }

  statisticsTable(what) {
    const owner = (row) => (row.system ? "UIKit’s own tasks" : row.product ?? (row.image ? `${row.image} (own code)` : "not known"));
    const name = what === "SDK" ? owner : (row) => row.site ?? owner(row);
    const time = (micros) => (micros === null ? "–" : durationText(micros));
    const number = (title, key, cell = (row) => quiet(key(row))) => ({ title, kind: "number", key, cell });
    return new SortableTable($("statistics"), {
      name: `Tasks by ${what === "SDK" ? "SDK" : "call site"}`, caption: "Most unpaired first",
      columns: [
        { title: what, kind: "wide", key: name, cell: (row) => logText(name(row)) },
        ...(what === "SDK" ? [] : [{ title: "SDK or image", key: owner, cell: (row) => logText(row.product ?? row.image ?? "–") }]),
        number("Begins", (row) => row.begins), number("Ends", (row) => row.ends),
        number("Unpaired", (row) => row.unpaired, (row) => alarm(row.unpaired)),
        number("Overwritten", (row) => row.overwritten, (row) => alarm(row.overwritten)),
        number("Still open", (row) => row.open),
        number("Held, median", (row) => row.median, (row) => time(row.median)),
        number("Held, 95th percentile", (row) => row.p95, (row) => time(row.p95)),
      ],
    });
  }

  say(text) { $("status").textContent = text; }
}

const quiet = (count) => (count ? count.toLocaleString("en") : h("span", { class: "zero" }, "0"));
const alarm = (count) => (count ? h("span", { class: "alarm" }, count.toLocaleString("en")) : quiet(0));

/** Auto, light or dark; kept where the browser lets a page keep something. */
class ThemeSwitch {
  constructor(host, changed) {
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.changed = changed;
    let kept = "auto";
    try { kept = localStorage.getItem("bgtaskd-theme") ?? kept; } catch { /* This browser keeps nothing for files. */ }
    const choices = [...host.querySelectorAll("input")];
    const chosen = choices.find(({ value }) => value === kept) ?? choices[0];
    chosen.checked = true;
    this.value = chosen.value;
    host.addEventListener("change", (event) => {
      this.value = event.target.value;
      try { localStorage.setItem("bgtaskd-theme", this.value); } catch { /* The same. */ }
      this.apply();
    });
    this.dark.addEventListener("change", () => this.apply());
    this.apply();
  }

  apply() {
    const isDark = this.value === "dark" || (this.value === "auto" && this.dark.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    this.changed();
  }
}
