// What stands above the bars: the axis, the app's phases, the background time it has left, and the marks;
// and the same phases and moments, faint, behind the bars.
"use strict";

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500].flatMap((step) => [step])
  .concat([1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => step * 1e3))
  .concat([1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
    172800, 604800, 2592000, 7776000, 31536000].map((step) => step * 1e6));

/** Pixels: a sign with nothing beside it is about as wide. */
const MARK_REACH = 20;

class TimelineHead {
  constructor(timeline) {
    this.timeline = timeline;
    this.height = 0;
  }

  /** What this session has to show decides how high the head is. */
  measure(session) {
    this.phases = session.phases.map((phase, index) => ({
      ...phase, to: session.phases[index + 1]?.at ?? this.timeline.length,
    }));
    this.backgrounds = this.timeline.clock.isTimed ? TimelineHead.backgrounds(this.phases) : [];
    let y = HEAD.axis;
    const strip = (isThere, height) => {
      const top = y;
      if (isThere) y += height;
      return isThere ? top : null;
    };
    this.phaseTop = strip(this.phases.length > 0, HEAD.phases);
    this.budgetTop = strip(this.backgrounds.length > 0, HEAD.budget);
    this.markTop = strip(session.marks.length > 0, HEAD.marks);
    this.height = y + 4;
  }

  /** Background phases, suspended parts included: background time runs in all of them. */
  static backgrounds(phases) {
    const found = [];
    let open = null;
    for (const phase of phases) {
      const isBehind = phase.kind === "background" || phase.kind === "suspended";
      if (isBehind && open) open.to = phase.to;
      else if (isBehind) found.push(open = { from: phase.at, to: phase.to });
      else open = null;
    }
    return found;
  }

  static seen(items, view, from, to) {
    return items.filter((item) => from(item) <= view.to && to(item) >= view.from);
  }

  drawBehind(context) {
    const { timeline } = this;
    const { paint, width, canvasHeight } = timeline;
    context.save();
    for (const phase of TimelineHead.seen(this.phases, timeline.view, (p) => p.at, (p) => p.to)) {
      if (phase.kind === "terminated") continue;
      const [x0, x1] = [Math.max(0, timeline.x(phase.at)), Math.min(width, timeline.x(phase.to))];
      context.globalAlpha = phase.kind === "foreground" ? 0.28 : phase.kind === "background" ? 0.3 : 0.5;
      context.fillStyle = paint.colour(`phase-${phase.kind}`);
      context.fillRect(x0, this.height, Math.max(1, x1 - x0), canvasHeight);
    }
    context.globalAlpha = 1;
    for (const tick of this.ticks()) {
      context.fillStyle = paint.colour("rule");
      context.fillRect(Math.round(timeline.x(tick)), this.height, 1, canvasHeight);
    }
    for (const group of this.groups()) this.drawMoment(context, group);
    context.restore();
  }

  /** A line down through the bars for what concerns them all. */
  drawMoment(context, { kind, x }) {
    const { paint, canvasHeight } = this.timeline;
    if (kind !== "exit" && kind !== "expire" && kind !== "end-0") return;
    context.strokeStyle = paint.colour(kind === "expire" ? "late-line" : "lost-line");
    context.lineWidth = kind === "exit" ? 1.5 : 1;
    context.setLineDash(kind === "exit" ? [] : kind === "expire" ? [5, 4] : [1.5, 4]);
    context.beginPath();
    context.moveTo(x, this.height);
    context.lineTo(x, canvasHeight);
    context.stroke();
    context.setLineDash([]);
  }

  draw(context) {
    const { timeline } = this;
    const { paint, width } = timeline;
    context.fillStyle = paint.colour("surface");
    context.fillRect(0, 0, width, this.height);
    this.drawAxis(context);
    if (this.phaseTop !== null) this.drawPhases(context);
    if (this.budgetTop !== null) this.drawBudget(context);
    if (this.markTop !== null) this.drawMarks(context);
    context.fillStyle = paint.colour("rule");
    context.fillRect(0, this.height - 1, width, 1);
  }

  // Axis

  get step() {
    const { span, width, clock } = this.timeline;
    const least = span / Math.max(1, Math.floor(width / 118));
    if (!clock.isTimed) return Math.max(1, Math.ceil(least));
    return STEPS.find((step) => step >= least) ?? STEPS[STEPS.length - 1];
  }

  /** Places of the ticks that are seen, on round times of the log's zone. */
  ticks() {
    const { view, clock, length } = this.timeline;
    const { step } = this;
    const offset = clock.isTimed ? clock.clock.epoch % step + ((clock.clock.zone ?? 0) * 6e7) % step : 0;
    const ticks = [];
    for (let at = Math.ceil((view.from + offset) / step) * step - offset; at <= view.to; at += step) {
      if (clock.isTimed || (at >= 1 && at <= length)) ticks.push(at);
    }
    return ticks;
  }

  drawAxis(context) {
    const { timeline } = this;
    const { paint, clock, width } = timeline;
    const { step } = this;
    const digits = step >= 1e6 ? 0 : step >= 1e3 ? 3 : 6;
    let day = null;
    context.font = paint.font;
    context.textBaseline = "middle";
    context.textAlign = "left";
    for (const at of this.ticks()) {
      const x = timeline.x(at);
      const isNewDay = clock.isTimed && step >= 6e7 && clock.day(at) !== day;
      day = clock.isTimed ? clock.day(at) : null;
      const text = (isNewDay && day ? `${day} ` : "") + (clock.isTimed ? clock.time(at, digits) : `event ${at}`);
      context.fillStyle = paint.colour("rule-strong");
      context.fillRect(Math.round(x), 4, 1, HEAD.axis - 4);
      if (x + context.measureText(text).width + 8 > width) continue;
      context.fillStyle = paint.colour("muted");
      context.fillText(text, Math.round(x) + 5, 13);
    }
  }

  // Phases and background time

  drawPhases(context) {
    const { timeline } = this;
    const { paint, width } = timeline;
    context.font = paint.font;
    context.textBaseline = "middle";
    context.textAlign = "left";
    for (const phase of TimelineHead.seen(this.phases, timeline.view, (p) => p.at, (p) => p.to)) {
      if (phase.kind === "terminated") continue;
      const x0 = Math.max(0, timeline.x(phase.at));
      const x1 = Math.max(x0 + 1, Math.min(width, timeline.x(phase.to)));
      context.fillStyle = paint.colour(`phase-${phase.kind}`);
      context.fillRect(x0, this.phaseTop, x1 - x0, HEAD.phases);
      if (phase.kind !== "foreground") {
        context.globalAlpha = 0.25;
        context.fillStyle = paint.pattern(context, phase.kind === "suspended" ? "dots" : "hatch", "muted");
        context.fillRect(x0, this.phaseTop + HEAD.phases - 4, x1 - x0, 4);
        context.globalAlpha = 1;
      }
      context.fillStyle = paint.colour("phase-text");
      const fits = [`${phase.kind}, as it seems`, phase.kind].slice(phase.inferred ? 0 : 1)
        .find((word) => context.measureText(word).width < x1 - x0 - 10);
      if (fits) context.fillText(fits, x0 + 6, this.phaseTop + HEAD.phases / 2);
    }
  }

  /** A wedge for each time in the background: what is left of the budget, and what is over it. */
  drawBudget(context) {
    const { timeline } = this;
    const { paint, session, width } = timeline;
    const [top, bottom] = [this.budgetTop + 3, this.budgetTop + HEAD.budget - 3];
    const y = (left) => bottom - Math.min(1, Math.max(0, left / session.budget)) * (bottom - top);
    for (const phase of TimelineHead.seen(this.backgrounds, timeline.view, (p) => p.from, (p) => p.to)) {
      const spent = Math.min(phase.to, phase.from + session.budget);
      const [x0, x1, x2] = [timeline.x(phase.from), timeline.x(spent), timeline.x(phase.to)];
      context.fillStyle = paint.colour("budget");
      context.globalAlpha = session.budgetIsGuess ? 0.45 : 0.8;
      context.beginPath();
      context.moveTo(x0, bottom);
      context.lineTo(x0, top);
      context.lineTo(x1, y(session.budget - (spent - phase.from)));
      context.lineTo(x1, bottom);
      context.fill();
      context.globalAlpha = 1;
      if (x2 > x1 + 1) {
        context.fillStyle = paint.colour("budget-over");
        context.fillRect(x1, bottom - 7, x2 - x1, 7);
        context.fillStyle = paint.pattern(context, "hatch", "lost-line");
        context.globalAlpha = 0.5;
        context.fillRect(x1, bottom - 7, x2 - x1, 7);
        context.globalAlpha = 1;
        context.fillStyle = paint.colour("bad");
        const from = Math.max(x1, 0) + 6;
        this.words(context, "background time over", from, Math.min(x2, width) - from, bottom - 16);
      }
      const from = Math.max(x0, 0) + 6;
      context.fillStyle = paint.colour("phase-text");
      const budget = durationText(session.budget);
      this.words(context, session.budgetIsGuess ? `about ${budget} of background time, a guess` : `${budget} of background time`,
        from, Math.min(x1, width) - from, bottom - 7);
    }
    this.drawSamples(context, y);
  }

  words(context, text, x, room, y) {
    if (room < 60) return;
    const { paint } = this.timeline;
    context.font = paint.font;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(paint.fitting(context, text, room), x, y);
  }

  /** Time left as the log states it. */
  drawSamples(context, y) {
    const { timeline } = this;
    context.fillStyle = timeline.paint.colour("sample");
    let last = -9;
    for (const sample of timeline.session.samples) {
      if (sample.left === undefined) continue;
      const x = timeline.x(sample.at);
      if (x < 0 || x > timeline.width || x - last < 3) continue;
      last = x;
      context.beginPath();
      context.arc(x, y(sample.left), 2, 0, 7);
      context.fill();
    }
  }

  // Marks

  /** Marks that are seen, those of one kind that are less than `reach` pixels apart put together. */
  groups(reach = MARK_REACH) {
    const { timeline } = this;
    const groups = [];
    const latest = new Map();
    for (const mark of timeline.session.marks) {
      const x = timeline.x(mark.at);
      if (x < -8 || x > timeline.width + 8) continue;
      const group = latest.get(mark.kind);
      if (group && x - group.x < reach) {
        group.marks.push(mark);
      } else {
        const fresh = { kind: mark.kind, x, marks: [mark] };
        latest.set(mark.kind, fresh);
        groups.push(fresh);
      }
    }
    return groups;
  }

  /**
   * Where the signs of the strip stand: as near to their moments as they can without covering each other or
   * leaving the strip. Where there is no room for all, more of them are put together.
   */
  layOut(context) {
    const { width, paint } = this.timeline;
    const sized = (group) => ({ group, half: paint.sign(context, group.kind, group.marks.length).width / 2 + 1 });
    const taken = (signs) => signs.reduce((sum, { half }) => sum + 2 * half, 0);
    let signs = this.groups().map(sized);
    for (let reach = MARK_REACH; taken(signs) > width - 2 && reach < width; reach *= 2) signs = this.groups(reach * 2).map(sized);
    let end = 1;
    for (const sign of signs) {
      sign.x = Math.max(sign.group.x, end + sign.half);
      end = sign.x + sign.half;
    }
    let start = width - 1;
    for (const sign of signs.reverse()) {
      sign.x = Math.min(sign.x, start - sign.half);
      start = sign.x - sign.half;
    }
    return signs.reverse();
  }

  drawMarks(context) {
    const { paint } = this.timeline;
    const y = this.markTop + HEAD.marks / 2;
    this.places = this.layOut(context).map(({ group, x, half }) => ({ group, x, from: x - half, to: x + half }));
    for (const { group, x } of this.places) {
      this.drawLeader(context, group, x, y + 8);
      paint.mark(context, group.kind, group.marks.length, x, y);
    }
  }

  /** From a sign that had to give way to the line of its moment. */
  drawLeader(context, group, x, y) {
    if (Math.abs(x - group.x) < 4) return;
    context.strokeStyle = this.timeline.paint.colour(`${MARKS[group.kind].tone === "link" ? "lost" : MARKS[group.kind].tone}-line`);
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(group.x, this.height);
    context.stroke();
  }

  /** The marks at a place of the strip, or null. */
  hit(x, y) {
    if (this.markTop === null || y < this.markTop || y > this.markTop + HEAD.marks) return null;
    return this.places.find((place) => x >= place.from && x <= place.to)?.group ?? null;
  }
}
