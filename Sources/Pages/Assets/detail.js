// The story of one task or one finding, in the words of `bgtaskctl show`.
"use strict";

/** More events than this are told by the first and the last of them, until somebody asks. */
const STORY = { most: 12, first: 7, last: 3 };
/** Findings about a whole launch: their story is not that of one task. */
const OF_LAUNCH = ["system-kill", "outstanding-pileup", "lost-events", "unrelated-kill"];

/** What findings rest on, each event once, in the order of the log. */
function eventsOf(findings) {
  const events = new Map();
  for (const item of findings.flatMap(({ evidence }) => evidence)) events.set(`${item.order} ${item.event}`, item);
  return [...events.values()].sort((a, b) => a.order - b.order);
}

/** The time from one event to the next. */
function stepText(microseconds) {
  if (microseconds === 0) return "+0 s";
  return (microseconds > 0 ? "+" : "") + durationText(microseconds);
}

/** A story with the time since the event before. `task`: whose it is; `files`: how files are called. */
function storyList(events, task, files) {
  if (!events.length) return h("p", { class: "sub" }, "No event is kept of it.");
  const items = events.map((item, index) => {
    const before = events.slice(0, index).reverse().find(({ instant }) => instant !== undefined);
    const step = before && item.instant !== undefined ? stepText(item.instant - before.instant) : null;
    const when = [item.time, step].filter(Boolean).map((text) => `${text} · `).join("");
    const event = item.task ? `${item.event} ${item.task}` : item.event;
    return h("li", { class: item.task === task ? "own" : null },
      h("b", {}, logText(event)), item.detail ? [" ", logText(item.detail)] : null,
      h("span", { class: "when" }, when, files.place(item.file, item.line)));
  });
  const list = h("ol", { class: "story" }, items);
  if (items.length <= STORY.most) return list;
  const between = items.slice(STORY.first, -STORY.last);
  const more = h("li", {}, h("button", { type: "button", class: "link", onclick: () => {
    more.replaceWith(...between);
    list.setAttribute("tabindex", "-1");
    list.focus();
  } }, `${between.length} events between`));
  list.replaceChildren(...items.slice(0, STORY.first), more, ...items.slice(-STORY.last));
  return list;
}

function reasonList(reasons) {
  return h("ul", { class: "reasons" }, reasons.map((reason) => h("li", {}, logText(reason))));
}

/** Frames, innermost first. `symbol`: that of the code to blame. */
function stackList(frames, symbol) {
  return h("ol", { class: "frames code", tabindex: "0", "aria-label": "Stack, innermost frame first" },
    frames.map((frame) => h("li", { class: symbol && frame.includes(symbol) ? "blamed" : null }, logText(frame))));
}

function factList(facts) {
  return h("dl", { class: "facts" }, facts.filter(([, value]) => value).map(([name, value]) =>
    [h("dt", {}, name), h("dd", {}, value instanceof Node ? value : logText(value))]).flat());
}

/** The panel beside the time line, and what needs more width, below it: the story and the stacks. */
class DetailPanel {
  /** `choose(id)`: the reader goes to another task of the session. */
  constructor(host, story, choose) {
    this.host = host;
    this.story = story;
    this.choose = choose;
  }

  clear(session) {
    const hint = session.tasks.length
      ? "Choose a bar, or a task in the table below, for its story and its stack."
      : "No task of this launch is in the log.";
    this.story.replaceChildren();
    this.host.replaceChildren(h("h3", {}, session.tasks.length ? "No task chosen" : "No tasks"), h("p", { class: "sub" }, hint));
  }

  show(task, session, report) {
    const clock = new Clock(session.clock);
    const findings = (task.findings ?? []).map((id) => report.findingByID.get(id)).filter(Boolean);
    const parts = [
      fateChip(task.fate),
      h("h3", { id: "detail-heading", tabindex: "-1" }, `Task ${task.id} `, logText(holderOf(task))),
    ];
    if (task.product) parts.push(h("p", { class: "sub" }, "SDK: ", logText(task.product)));
    parts.push(factList(this.facts(task, session, clock, report)));
    parts.push(...this.related(task, session));
    const lead = findings[0];
    if (lead) {
      parts.push(h("h4", {}, "What happened"), h("p", {}, logText(lead.message)),
        h("h4", {}, "How to mend it"), h("p", {}, linkedText(lead.advice, lead.link)));
    }
    for (const other of findings.slice(1, 6)) {
      parts.push(h("h4", {}, `Also: ${other.rule}`), h("p", {}, logText(other.message)));
    }
    this.host.replaceChildren(...parts);
    this.showStory(task, findings, report);
  }

  showStory(task, findings, report) {
    const { stacks } = report.data;
    const parts = [];
    const own = findings.filter(({ rule }) => !OF_LAUNCH.includes(rule));
    if (own.length) {
      const reasons = [...new Set(own.flatMap((finding) => finding.reasons))];
      parts.push(h("div", { class: "told" },
        h("div", {}, h("h3", {}, "Story"), storyList(eventsOf(own), task.id, report.files)),
        h("div", {}, h("h3", {}, "Why we think so"), reasonList(reasons))));
    }
    parts.push(h("h3", {}, `Task ${task.id} was begun here`), task.stack === undefined
      ? h("p", { class: "sub" }, "The log has no stack of it.") : stackList(stacks[task.stack], task.symbol));
    if (task.endStack !== undefined) parts.push(h("h3", {}, "and ended here"), stackList(stacks[task.endStack], null));
    this.story.replaceChildren(...parts);
  }

  facts(task, session, clock, report) {
    const place = (point) => report.files.place(report.data.files[point.file], point.line);
    const at = (point) => h("span", {}, clock.isTimed ? `${clock.full(point.at)}, ` : "", place(point),
      point.printed ? logText(` (the line says ${point.printed})`) : "");
    const over = task.deadline === undefined ? null : clock.full(task.deadline) + (task.deadlineIsGuess ? " (a guess)" : "");
    return [
      ["Name", task.name && task.name !== task.holder ? task.name : null],
      ["Begun", task.unseen ? h("span", {}, "before the capture, first named in ", place(task.begin)) : at(task.begin)],
      ["Ended", task.end ? at(task.end) : "never"],
      ["Held", task.end && !task.unseen && clock.isTimed ? clock.span(task.begin.at, task.end.at) : null],
      ["Open for", !task.end && !task.unseen && clock.isTimed ? clock.span(task.begin.at, session.length) : null],
      ["Time over", over],
      ["Handler ran", task.expired === undefined ? null : clock.full(task.expired)],
      ["Handler", task.noHandler ? "it has none" : null],
      ["Thread", task.thread ? task.thread + (task.endThread && task.endThread !== task.thread ? `, ended on ${task.endThread}` : "") : null],
    ];
  }

  related(task, session) {
    const link = (id, words) => h("button", { type: "button", class: "link", onclick: () => this.choose(id) }, `${words} ${id}`);
    const links = [];
    if (task.by) links.push(link(task.by, `Id overwritten (${task.sure}) by task`));
    for (const other of session.lost) if (other.by === task.id) links.push(link(other.id, "Overwrote the id of task"));
    if (task.inHandlerOf && task.inHandlerOf !== task.id) links.push(link(task.inHandlerOf, "Ended by the handler of task"));
    return links.length ? [h("h4", {}, "Together with"), h("div", { class: "related" }, links)] : [];
  }
}
