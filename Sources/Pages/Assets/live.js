// Where the data of a live page comes from: the daemon, anew when one of its events says so.
"use strict";

/** Milliseconds from one fetch to the next at least; one that takes long gives the page four times as long. */
const FETCH_EVERY = 1000;

/** What stands in place of the headline of an empty report, which nothing more comes for. */
const WAITING = {
  verdict: "waiting", sentence: "No event yet: the daemon waits for logs.",
  advice: "Post a log with bgtaskctl post FILE, or what a device says with idevicesyslog | bgtaskctl post -. This page shows it as it comes.",
};

class LiveView extends ReportView {
  show(data) {
    const isWaiting = data.headline.verdict === "empty" && !data.summary.lines;
    super.show(isWaiting ? { ...data, headline: WAITING } : data);
    document.title = `${VERDICTS[this.data.headline.verdict].word}, bgtaskd live`;
  }

  /** The daemon's clients have no files. */
  filesRead() { return []; }

  showFooter() {
    super.showFooter();
    const { summary, sessions, program } = this.data;
    $("footer").lastChild.textContent = `${program}. This page asks the daemon alone.`;
    const left = summary.sessions - sessions.length;
    if (left > 0) $("footer").append(h("p", {}, `${left.toLocaleString("en")} older ${left === 1 ? "launch" : "launches"} not shown here: bgtaskctl sessions lists all.`));
  }
}

class LiveFeed {
  constructor(view) {
    this.view = view;
    this.isPaused = false;
    this.isFetching = false;
    this.isWanted = true;
    this.nextAt = 0;
    this.button = h("button", { type: "button", class: "live-switch", id: "live", onclick: () => this.pause(!this.isPaused) });
    this.note = h("span", { class: "live-note", id: "live-note" });
    document.querySelector(".mark-what").textContent = "live";
    $("theme").before(h("div", { class: "buttons live" }, this.button, this.note));
    this.source = new EventSource("api/v1/events");
    this.source.addEventListener("open", () => this.say(""));
    this.source.addEventListener("change", () => this.want());
    this.source.addEventListener("error", () => this.say("no connection, trying again"));
    document.addEventListener("toggle", () => this.want(), true);
    this.pause(false);
  }

  pause(isPaused) {
    this.isPaused = isPaused;
    this.button.setAttribute("aria-pressed", String(isPaused));
    this.button.textContent = isPaused ? "Go on" : "Pause";
    if (!isPaused) this.want();
  }

  say(text) {
    if (this.note.textContent === text) return;
    this.note.textContent = text;
    if (text) this.view.say(text);
  }

  /** What somebody reads is not taken away: an opened finding, a selection, a hidden page. */
  get isHeld() {
    return this.isPaused || document.hidden || document.querySelector("#findings details[open]") !== null
      || !(document.getSelection()?.isCollapsed ?? true);
  }

  want() {
    this.isWanted = true;
    if (this.timer || this.isFetching) return;
    this.timer = setTimeout(() => { this.timer = null; this.fetch(); }, Math.max(0, this.nextAt - performance.now()));
  }

  async fetch() {
    if (this.isHeld || !this.isWanted) return;
    this.isFetching = true;
    this.isWanted = false;
    const began = performance.now();
    try {
      const response = await fetch("api/v1/page");
      if (!response.ok) throw new Error(`${response.status}`);
      const data = await response.json();
      if (this.isHeld) this.isWanted = true;
      else this.view.show(data);
      this.say("");
    } catch (error) {
      this.isWanted = true;
      this.say(`the daemon does not answer (${error.message})`);
    }
    const now = performance.now();
    this.nextAt = now + Math.max(FETCH_EVERY, (now - began) * 4);
    this.isFetching = false;
    if (this.isWanted) this.want();
  }
}

const feed = new LiveFeed(new LiveView());
document.addEventListener("visibilitychange", () => feed.want());
