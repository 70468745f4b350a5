// Elements, times and words: what every view needs. No text is ever read as markup here.
"use strict";

/** An element with properties, attributes, listeners and children; null children are left out. */
function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== "") element.append(child);
  }
  return element;
}

/** Text of the log, kept to itself whatever script it is in. */
function logText(text, tag = "span") {
  return h(tag, { class: "log", dir: "auto" }, text);
}

/**
 * The text with `address` as a link where it stands last. The catalogue of SDKs has it; whatever else looks
 * like an address in a text may be a client's, and stays text.
 */
function linkedText(text, address) {
  const at = address?.startsWith("https://") ? text.lastIndexOf(address) : -1;
  if (at < 0) return logText(text);
  return h("span", { class: "log", dir: "auto" }, text.slice(0, at),
    h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, address), text.slice(at + address.length));
}

/** Names of files as they are shown: without their folders, where that leaves them different names. */
class FileNames {
  constructor(paths) {
    const base = (path) => path.slice(path.lastIndexOf("/") + 1) || path;
    const all = [...new Set(paths)];
    const isClear = new Set(all.map(base)).size === all.length;
    this.names = new Map(all.map((path) => [path, isClear ? base(path) : path]));
  }

  of(path) { return this.names.get(path) ?? path; }

  /** `app.log:12`, with the whole path for who asks for it. */
  place(path, line) {
    const name = this.of(path);
    const element = logText(`${name}:${line}`);
    if (name !== path) element.title = `${path}:${line}`;
    return element;
  }
}

const $ = (id) => document.getElementById(id);

function plural(count, noun, many = `${noun}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : many}`;
}

/** Microseconds for people, in two units at most, as the text report writes them. */
function durationText(microseconds) {
  const sign = microseconds < 0 ? "-" : "";
  const micros = Math.abs(microseconds);
  if (micros < 1e3) return `${sign}${micros} µs`;
  if (micros < 1e6) return `${sign}${Math.floor(micros / 1e3)} ms`;
  if (micros < 6e7) {
    const tenths = Math.floor(micros / 1e5);
    return sign + (tenths % 10 ? (tenths / 10).toFixed(1) : tenths / 10) + " s";
  }
  const seconds = Math.floor(micros / 1e6);
  const pair = (a, unit, b, smaller) => sign + (b ? `${a} ${unit} ${b} ${smaller}` : `${a} ${unit}`);
  if (seconds < 3600) return pair(Math.floor(seconds / 60), "min", seconds % 60, "s");
  if (seconds < 86400) return pair(Math.floor(seconds / 3600), "h", Math.floor(seconds / 60) % 60, "min");
  return pair(Math.floor(seconds / 86400), "d", Math.floor(seconds / 3600) % 24, "h");
}

/** Places of a session on its axis: times in the zone of its log, or positions in a log without times. */
class Clock {
  /** `clock`: microseconds since 1970 of place 0, zone, precision and calendar; null without times. */
  constructor(clock) {
    this.clock = clock;
    this.isTimed = clock !== null;
  }

  civil(at) {
    const local = this.clock.epoch + at + (this.clock.zone ?? 0) * 6e7;
    const millis = Math.floor(local / 1e3);
    const date = new Date(millis);
    const micros = local - millis * 1e3 + date.getUTCMilliseconds() * 1e3;
    return { date, micros: Math.max(0, Math.round(micros)) };
  }

  /** `17:20:00.012`: with as many digits of the second as the source prints, or `digits`. */
  time(at, digits = null) {
    if (!this.isTimed) return `event ${at}`;
    const { date, micros } = this.civil(at);
    if (Number.isNaN(date.getTime())) return durationText(at);
    const two = (value) => String(value).padStart(2, "0");
    const places = digits ?? { second: 0, millisecond: 3, microsecond: 6 }[this.clock.precision];
    const fraction = places ? "." + String(micros).padStart(6, "0").slice(0, places) : "";
    return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}${fraction}`;
  }

  /** `2019-02-18`, `02-18` or nothing, as far as the source says it. */
  day(at) {
    if (!this.isTimed || this.clock.calendar === "timeOnly") return "";
    const { date } = this.civil(at);
    if (Number.isNaN(date.getTime())) return "";
    const text = date.toISOString().replace(/T.*/, "");
    return this.clock.calendar === "withoutYear" ? text.slice(-5) : text;
  }

  /** ` +08:00`, ` UTC`, or nothing where the zone is not known. */
  get zone() {
    const minutes = this.isTimed ? this.clock.zone : null;
    if (minutes === null) return "";
    if (minutes === 0) return " UTC";
    const size = Math.abs(minutes);
    const two = (value) => String(value).padStart(2, "0");
    return ` ${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  }

  full(at, digits = null) {
    if (!this.isTimed) return this.time(at);
    const day = this.day(at);
    return (day ? `${day} ` : "") + this.time(at, digits) + this.zone;
  }

  span(from, to) {
    return this.isTimed ? durationText(Math.round(to - from)) : plural(Math.round(to - from), "event");
  }
}

/** What became of a task: how it is called, its sign, how it is painted, the worst last. */
const FATES = {
  "ended": { word: "ended", sign: "✓", paint: "ended", rank: 0 },
  "ended-in-handler": { word: "ended by its expiration handler", sign: "✓", paint: "handler", rank: 1 },
  "open": { word: "still open", sign: "○", paint: "open", rank: 2 },
  "ended-late": { word: "ended too late", sign: "!", paint: "late", rank: 3 },
  "ended-session": { word: "never ended", sign: "✕", paint: "lost", rank: 4 },
  "past-deadline": { word: "never ended, past its deadline", sign: "✕", paint: "lost", rank: 5 },
  "expired": { word: "never ended, its time expired", sign: "✕", paint: "lost", rank: 6 },
  "killed": { word: "never ended, the app was killed", sign: "✕", paint: "killed", rank: 7 },
};

const VERDICTS = {
  clean: { word: "Clean", sign: "✓", rank: 0 },
  suspect: { word: "Suspect", sign: "?", rank: 1 },
  leaking: { word: "Leaking", sign: "!", rank: 2 },
  killed: { word: "Killed", sign: "✕", rank: 3 },
  empty: { word: "Empty", sign: "–", rank: -1 },
  waiting: { word: "Waiting", sign: "…", rank: -1 },
  partial: { word: "Partial", sign: "?", rank: 1 },
};

const SEVERITIES = {
  info: { sign: "·", rank: 0 }, notice: { sign: "·", rank: 1 }, warning: { sign: "!", rank: 2 },
  err: { sign: "!", rank: 3 }, crit: { sign: "✕", rank: 4 },
};

const MARKS = {
  "end-0": { word: "end of 0: the trace of a lost id, or harmless", sign: "0", tone: "link" },
  "refused": { word: "begin refused: no background time to be had", sign: "–", tone: "late" },
  "double-end": { word: "second end of a task", sign: "2", tone: "late" },
  "unknown-end": { word: "end of a task that was never begun", sign: "?", tone: "late" },
  "expire": { word: "expiration handler entered", sign: "▼", tone: "late" },
  "expired": { word: "expiration handler returned", sign: "▲", tone: "open" },
  "warning": { word: "UIKit warns: held for long", sign: "!", tone: "late" },
  "still-not-ended": { word: "UIKit: still not ended", sign: "!", tone: "lost" },
  "lost": { word: "events are missing from the log", sign: "…", tone: "late" },
  "exit": { word: "the process is gone", sign: "✕", tone: "lost" },
};

function chip(kind, sign, word) {
  return h("span", { class: `chip ${kind}` }, h("span", { "aria-hidden": "true" }, sign), word);
}

const fateChip = (fate) => chip(fate, FATES[fate].sign, FATES[fate].word);
const verdictChip = (verdict) => chip(verdict, VERDICTS[verdict].sign, VERDICTS[verdict].word);
const severityChip = (severity) => chip(severity, SEVERITIES[severity].sign, severity);

/** Who holds a task, the most telling name that is known. */
function holderOf(task) {
  if (task.system) return "UIKit’s own tasks";
  return task.holder ?? task.symbol ?? task.image ?? task.name ?? "Code unknown";
}

/** One line about a task, for those who hear it. */
function taskLine(task, clock) {
  const parts = [`Task ${task.id}`];
  if (task.name && task.name !== task.holder) parts.push(task.name);
  parts.push(holderOf(task), FATES[task.fate].word);
  if (task.by) parts.push(`its id overwritten by task ${task.by}`);
  if (task.unseen) parts.push("begun before the capture");
  else parts.push(`begun at ${clock.time(task.begin.at)}`);
  if (task.end && !task.unseen) parts.push(`held ${clock.span(task.begin.at, task.end.at)}`);
  return parts.join(", ");
}
