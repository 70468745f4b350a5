// Mouse, touch and keys on the time line.
"use strict";

class TimelineInput {
  constructor(timeline) {
    this.timeline = timeline;
    this.pointers = new Map();
    const { scroller } = timeline;
    scroller.addEventListener("scroll", () => timeline.redraw(), { passive: true });
    scroller.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    scroller.addEventListener("pointerdown", (event) => this.down(event));
    scroller.addEventListener("pointermove", (event) => this.move(event));
    scroller.addEventListener("pointerup", (event) => this.up(event));
    scroller.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    scroller.addEventListener("pointerleave", () => this.hover(null));
    scroller.addEventListener("keydown", (event) => this.key(event));
    scroller.addEventListener("focus", () => {
      const isByKey = scroller.matches(":focus-visible");
      if (isByKey && !timeline.active && timeline.tasks.length) this.choose(timeline.tasks[0]);
    });
  }

  place(event) {
    const box = this.timeline.scroller.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  taskAt({ x, y }) {
    const { timeline } = this;
    if (y < timeline.head.height) return null;
    const reach = timeline.span / timeline.width * 4;
    return timeline.lanes.hit(y - timeline.head.height + timeline.scroller.scrollTop, timeline.at(x), reach);
  }

  choose(task) {
    this.timeline.select(task);
    this.timeline.choose(task);
  }

  wheel(event) {
    const { timeline } = this;
    const step = event.deltaMode === 1 ? 30 : 1;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      timeline.zoom(Math.exp(event.deltaY * step * 0.004), this.place(event).x);
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      timeline.pan((event.deltaX || event.deltaY) * step);
    }
  }

  down(event) {
    if (event.button !== 0) return;
    this.pointers.set(event.pointerId, this.place(event));
    this.start = this.pointers.size === 1 ? { ...this.place(event), top: this.timeline.scroller.scrollTop, isDrag: false } : null;
    this.hover(null);
  }

  move(event) {
    const place = this.place(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.hover(place);
      return;
    }
    const { timeline } = this;
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const [was, is] = [Math.abs(before.x - other.x), Math.abs(place.x - other.x)];
      if (was > 8 && is > 8) timeline.zoom(was / is, (place.x + other.x) / 2);
    } else if (this.start) {
      const far = Math.hypot(place.x - this.start.x, place.y - this.start.y) > 4;
      if (far && !this.start.isDrag) {
        this.start.isDrag = true;
        timeline.scroller.setPointerCapture(event.pointerId);
        timeline.scroller.classList.add("dragging");
      }
      if (this.start.isDrag) {
        timeline.pan(before.x - place.x);
        if (event.pointerType === "mouse") timeline.scroller.scrollTop = this.start.top + this.start.y - place.y;
      }
    }
    this.pointers.set(event.pointerId, place);
  }

  up(event) {
    const { timeline } = this;
    const wasDown = this.pointers.delete(event.pointerId);
    timeline.scroller.classList.remove("dragging");
    if (!wasDown || !this.start || this.start.isDrag) return;
    const task = this.taskAt(this.place(event));
    if (task) this.choose(task);
  }

  /** Says what is under the pointer; null for nothing. */
  hover(place) {
    const { timeline } = this;
    const { tip, scroller, clock } = timeline;
    const marks = place && timeline.head.hit(place.x, place.y);
    const task = place && !marks && this.taskAt(place);
    scroller.classList.toggle("over", Boolean(task));
    tip.hidden = !task && !marks;
    if (tip.hidden) return;
    const lines = task ? [taskLine(task, clock)] : TimelineInput.markLines(marks, clock);
    tip.replaceChildren(...lines.map((line) => logText(line, "div")));
    const left = Math.min(place.x + 12, timeline.host.clientWidth - tip.offsetWidth - 8);
    const below = place.y + 18;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${below + tip.offsetHeight > timeline.host.clientHeight ? Math.max(4, place.y - tip.offsetHeight - 10) : below}px`;
  }

  static markLines(group, clock) {
    const lines = group.marks.slice(0, 6).map((mark) => {
      const whose = mark.task && mark.task !== "0" ? `, task ${mark.task}` : "";
      const detail = mark.detail ? `: ${mark.detail}` : "";
      return `${clock.time(mark.at)} ${MARKS[mark.kind].word}${whose}${detail}`;
    });
    if (group.marks.length > 6) lines.push(`and ${group.marks.length - 6} more`);
    return lines;
  }

  key(event) {
    const { timeline } = this;
    if (event.altKey || event.ctrlKey || event.metaKey || !timeline.session) return;
    const action = event.shiftKey ? this.shifted(event.key) : this.plain(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  }

  shifted(key) {
    const { timeline } = this;
    return {
      ArrowLeft: () => timeline.pan(-timeline.width / 5), ArrowRight: () => timeline.pan(timeline.width / 5),
      "+": () => timeline.zoom(0.6), "*": () => timeline.zoom(0.6),
    }[key];
  }

  plain(key) {
    const { timeline } = this;
    const { tasks, active } = timeline;
    const step = (by) => () => {
      const at = active ? timeline.position.get(active) + by : by > 0 ? 0 : tasks.length - 1;
      if (tasks.length) this.choose(tasks[Math.min(Math.max(at, 0), tasks.length - 1)]);
    };
    const beside = (by) => () => {
      const from = active ?? tasks[0];
      if (!from) return;
      const bar = timeline.lanes.placeOf.get(from);
      const { start, end } = bar.row.lane[bar.index];
      const seen = Math.min(Math.max(start, timeline.view.from), Math.min(end, timeline.view.to));
      const task = active ? timeline.lanes.beside(from, by, seen) : from;
      if (task) this.choose(task);
    };
    return {
      ArrowRight: step(1), ArrowLeft: step(-1), ArrowDown: beside(1), ArrowUp: beside(-1),
      PageDown: step(20), PageUp: step(-20),
      Home: () => tasks.length && this.choose(tasks[0]),
      End: () => tasks.length && this.choose(tasks[tasks.length - 1]),
      "+": () => timeline.zoom(0.6), "=": () => timeline.zoom(0.6), "-": () => timeline.zoom(1 / 0.6),
      "−": () => timeline.zoom(1 / 0.6), 0: () => timeline.fit(),
      Enter: () => active && timeline.open(active), " ": () => active && timeline.open(active),
    }[key];
  }
}
