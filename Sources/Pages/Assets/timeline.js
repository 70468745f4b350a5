// The time line: one canvas that draws only what is seen, and beside it a list box whose options are the
// same tasks for those who do not see it. Knows nothing of where the data comes from.
"use strict";

const HEAD = { axis: 24, phases: 20, budget: 36, marks: 24 };
const OPTIONS_AROUND = 12;
/** Of the whole length, before its start and after its end. */
const MARGIN = 0.035;

class Timeline {
  /** `choose(task)`: the active task has changed; `open(task)`: the reader wants its story. */
  constructor(host, { choose, open }) {
    this.choose = choose;
    this.open = open;
    this.paint = new Paint();
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.context = this.canvas.getContext("2d");
    this.spacer = h("div", { role: "presentation" });
    this.options = h("div", { class: "options", role: "presentation" });
    this.scroller = h("div", { class: "scroller" }, this.canvas, this.spacer, this.options);
    this.tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    host.replaceChildren(this.scroller, this.tip);
    this.host = host;
    this.session = null;
    this.active = null;
    this.pending = 0;
    this.changed = () => {};
    this.head = new TimelineHead(this);
    new TimelineInput(this);
    new ResizeObserver(() => this.resize()).observe(host);
  }

  /** Shows a session, all of it. `tasks` are those that pass the filter, in the order of their begins. */
  show(session, tasks) {
    const isSame = this.session?.number === session.number;
    this.session = session;
    this.tasks = tasks;
    this.position = new Map(tasks.map((task, index) => [task, index]));
    this.clock = new Clock(session.clock);
    this.length = Math.max(session.length, this.clock.isTimed ? 1000 : 2);
    this.lanes = new Lanes(tasks, this.length);
    this.byID = new Map(session.tasks.map((task) => [task.id, task]));
    this.head.measure(session);
    if (!isSame) this.fit();
    if (!this.position.has(this.active)) this.active = null;
    this.describe();
    this.resize();
  }

  describe() {
    const { scroller, tasks, session } = this;
    scroller.setAttribute("tabindex", "0");
    scroller.setAttribute("role", tasks.length ? "listbox" : "img");
    const what = tasks.length ? `${plural(tasks.length, "task")} on a time line` : "Time line without tasks";
    scroller.setAttribute("aria-label", `${what}, ${session.launch}`);
    this.placeOptions();
  }

  themeChanged() {
    this.paint.refresh();
    this.redraw();
  }

  // What is seen

  get width() { return this.scroller.clientWidth; }
  get span() { return this.view.to - this.view.from; }
  x(at) { return (at - this.view.from) / this.span * this.width; }
  at(x) { return this.view.from + x / this.width * this.span; }

  fit() {
    const margin = this.length * MARGIN;
    this.view = { from: -margin, to: this.length + margin };
    this.moved();
  }

  /** `factor` below 1 shows less; what is at `x` stays there. */
  zoom(factor, x = this.width / 2) {
    const least = this.clock.isTimed ? 200 : 2;
    const span = Math.min(Math.max(this.span * factor, least), this.length * (1 + 2 * MARGIN));
    const centre = this.at(x);
    const from = centre - x / this.width * span;
    this.view = { from, to: from + span };
    this.moved();
  }

  pan(pixels) {
    const shift = pixels / this.width * this.span;
    this.view = { from: this.view.from + shift, to: this.view.to + shift };
    this.moved();
  }

  moved() {
    const margin = this.length * MARGIN;
    const { span } = this;
    const from = Math.min(Math.max(this.view.from, -margin), this.length + margin - span);
    this.view = { from, to: from + span };
    this.redraw();
    this.changed();
  }

  /** Brings a task into view, with as much time around it as it needs. */
  reveal(task) {
    const place = this.lanes.placeOf.get(task);
    if (!place) return;
    const bar = place.row.lane[place.index];
    if (bar.start > this.view.to || bar.end < this.view.from) {
      const middle = Math.min((bar.start + bar.end) / 2, bar.start + this.span / 2);
      this.view = { from: middle - this.span / 2, to: middle + this.span / 2 };
      this.moved();
    }
    const top = place.row.top;
    const seen = this.canvasHeight - this.head.height;
    const { scroller } = this;
    if (top < scroller.scrollTop + ROW.group) scroller.scrollTop = Math.max(0, top - ROW.group);
    else if (top + ROW.bar > scroller.scrollTop + seen) scroller.scrollTop = top + ROW.bar * 2 - seen;
  }

  /** Makes a task the active one. */
  select(task) {
    this.active = task;
    if (task) this.reveal(task);
    this.placeOptions();
    this.redraw();
  }

  // Layout

  resize() {
    if (!this.session) return;
    const content = this.head.height + this.lanes.height + 8;
    const most = this.isPrinted ? 2400 : Math.max(220, Math.min(innerHeight * 0.66, 640));
    this.canvasHeight = Math.ceil(Math.max(this.head.height + 56, Math.min(content, most)));
    this.scroller.style.height = `${this.canvasHeight}px`;
    this.spacer.style.height = `${Math.max(0, content - this.canvasHeight)}px`;
    this.redraw();
    this.placeOptions();
  }

  /** The tasks around the active one as options: the list is as long as the log, its elements are few. */
  placeOptions() {
    if (!this.session) return;
    const at = this.active ? this.position.get(this.active) : 0;
    const near = this.tasks.slice(Math.max(0, at - OPTIONS_AROUND), at + OPTIONS_AROUND + 1);
    this.options.replaceChildren(...near.map((task) => {
      const index = this.position.get(task);
      return h("div", {
        role: "option", id: `option-${index}`, "aria-posinset": index + 1,
        "aria-setsize": this.tasks.length, "aria-selected": String(task === this.active),
      }, taskLine(task, this.clock));
    }));
    this.near = near;
    this.alignOptions();
    if (this.active) this.scroller.setAttribute("aria-activedescendant", `option-${at}`);
    else this.scroller.removeAttribute("aria-activedescendant");
  }

  /** Each option lies on its bar, for those who point at what they hear. */
  alignOptions() {
    this.near.forEach((task, at) => {
      const { row, index } = this.lanes.placeOf.get(task);
      const bar = row.lane[index];
      const left = Math.min(Math.max(this.x(bar.start), 0), this.width - 2);
      const { style } = this.options.children[at];
      style.left = `${left}px`;
      style.width = `${Math.max(2, Math.min(this.x(bar.end), this.width) - left)}px`;
      style.top = `${this.head.height + row.top}px`;
      style.height = `${ROW.bar - 3}px`;
    });
  }

  // Drawing

  redraw() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.draw();
    });
  }

  /** Everything at once; time grows with what is seen, not with the log. */
  draw() {
    if (!this.session || !this.width) return;
    if (!this.paint.style) this.paint.refresh();
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [this.width, this.canvasHeight];
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const { context } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = this.paint.colour("surface");
    context.fillRect(0, 0, width, height);
    context.save();
    context.beginPath();
    context.rect(0, this.head.height, width, height - this.head.height);
    context.clip();
    this.head.drawBehind(context);
    this.drawn = 0;
    const top = this.scroller.scrollTop;
    for (let at = this.lanes.firstRow(top); at < this.lanes.rows.length; at += 1) {
      const row = this.lanes.rows[at];
      if (row.top > top + height - this.head.height) break;
      const y = this.head.height + row.top - top;
      if (row.group) this.drawGroup(row.group, y); else this.drawLane(row, y);
    }
    this.drawLinks(top);
    this.drawActive(top);
    context.restore();
    this.head.draw(context);
    this.alignOptions();
  }

  drawGroup(group, y) {
    const { context, paint } = this;
    context.font = paint.strongFont;
    context.textBaseline = "alphabetic";
    context.textAlign = "left";
    context.fillStyle = paint.colour("ink");
    const name = paint.fitting(context, group.name, this.width - 150);
    context.fillText(name, 10, y + 18);
    const x = 18 + context.measureText(name).width;
    context.font = paint.font;
    context.fillStyle = paint.colour("muted");
    const count = plural(group.tasks.length, "task");
    context.fillText(count, x, y + 18);
    if (group.lost) {
      const after = x + context.measureText(count).width + 8;
      context.fillStyle = paint.colour("bad");
      context.fillText(`${group.lost.toLocaleString("en")} lost`, after, y + 18);
    }
  }

  drawLane(row, y) {
    const { lane } = row;
    const { view, width, paint, context } = this;
    const perPixel = this.span / width;
    let index = Lanes.firstEnding(lane, view.from);
    while (index < lane.length && lane[index].start <= view.to) {
      const { task, start, end } = lane[index];
      this.drawn += 1;
      if (end - start < perPixel * 2) {
        index = this.drawRun(row, index, y, perPixel);
        continue;
      }
      const x0 = Math.max(this.x(start), -6);
      const x1 = Math.max(Math.min(this.x(end), width + 6), x0 + 2);
      const late = task.deadline !== undefined && task.deadline < end ? this.x(task.deadline) : null;
      const kind = paint.bar(context, task, x0, x1, y, ROW.bar - 4, late);
      paint.label(context, task, kind, Math.max(x0, 0), Math.min(x1, width), y, ROW.bar - 4);
      index += 1;
    }
  }

  /** Bars too short to be told apart are one block; its colour is that of the worst of them. */
  drawRun(row, first, y, perPixel) {
    const { lane } = row;
    let last = first;
    let to = lane[first].end;
    for (;;) {
      // All that end within the next pixel belong to it, however many.
      const next = Lanes.firstEnding(lane, to + perPixel, last + 1);
      if (next === last + 1) break;
      last = next - 1;
      to = lane[last].end;
    }
    const isBad = row.late[last + 1] - row.late[first] > 0;
    const x0 = Math.max(0, this.x(lane[first].start));
    const x1 = Math.max(x0 + 2, Math.min(this.x(to), this.width));
    const kind = last === first && !isBad ? (lane[first].task.system ? "system" : FATES[lane[first].task.fate].paint)
      : isBad ? "late" : "ended";
    this.context.fillStyle = this.paint.colour(`${kind}-line`);
    this.context.fillRect(x0, y + (last > first ? 2 : 0), x1 - x0, ROW.bar - 4 - (last > first ? 4 : 0));
    return last + 1;
  }

  drawLinks(top) {
    const seen = (y) => y > this.head.height - 40 && y < this.canvasHeight + 40;
    for (const task of this.session.lost) {
      const by = this.byID.get(task.by);
      const [from, to] = [this.lanes.placeOf.get(by), this.lanes.placeOf.get(task)];
      if (!from || !to) continue;
      const x = this.x(by.begin.at);
      if (x < -20 || x > this.width + 20) continue;
      const y = (place) => this.head.height + place.row.top - top;
      if (!seen(y(from)) && !seen(y(to))) continue;
      const isBelow = from.row.top > to.row.top;
      this.paint.link(this.context, x, this.x(task.begin.at), y(from) + (ROW.bar - 4) / 2,
        y(to) + (isBelow ? ROW.bar - 4 : 0));
    }
  }

  drawActive(top) {
    const place = this.active && this.lanes.placeOf.get(this.active);
    if (!place) return;
    const bar = place.row.lane[place.index];
    const x0 = Math.max(this.x(bar.start), -8) - 2.5;
    const x1 = Math.min(Math.max(this.x(bar.end), this.x(bar.start) + 2), this.width + 8) + 2.5;
    const y = this.head.height + place.row.top - top;
    this.context.strokeStyle = this.paint.colour("select");
    this.context.lineWidth = 2;
    this.context.beginPath();
    this.context.roundRect(x0, y - 2, x1 - x0, ROW.bar, 5);
    this.context.stroke();
  }
}
