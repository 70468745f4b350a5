// How a bar, a mark and a phase look on a canvas. Colour never stands alone: every fate has a pattern, an
// outline or a sign of its own.
"use strict";

/** The colours of the page's theme and the patterns made of them. */
class Paint {
  constructor() {
    this.colours = new Map();
    this.patterns = new Map();
    this.font = "500 11px Inter, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
    this.strongFont = this.font.replace("500 11px", "640 12px");
  }

  /** The theme has changed. */
  refresh() {
    this.colours.clear();
    this.patterns.clear();
    this.style = getComputedStyle(document.documentElement);
  }

  colour(name) {
    let value = this.colours.get(name);
    if (value === undefined) {
      value = this.style.getPropertyValue(`--${name}`).trim();
      this.colours.set(name, value);
    }
    return value;
  }

  /** `hatch` lines to the right, `stripe` steeper and closer ones, `dots`. */
  pattern(context, kind, colour) {
    const key = `${kind} ${colour}`;
    let pattern = this.patterns.get(key);
    if (!pattern) {
      const size = kind === "dots" ? 6 : 8;
      const scale = 2;
      const tile = document.createElement("canvas");
      tile.width = tile.height = size * scale;
      const ink = tile.getContext("2d");
      ink.scale(scale, scale);
      ink.strokeStyle = ink.fillStyle = this.colour(colour);
      ink.lineWidth = kind === "stripe" ? 2.2 : 1.3;
      if (kind === "dots") {
        ink.beginPath();
        ink.arc(size / 2, size / 2, 0.9, 0, 7);
        ink.fill();
      } else {
        for (const shift of [-size, 0, size]) {
          ink.beginPath();
          ink.moveTo(shift - 1, size + 1);
          ink.lineTo(shift + size + 1, -1);
          ink.stroke();
        }
      }
      pattern = context.createPattern(tile, "repeat");
      pattern.setTransform(new DOMMatrix().scale(1 / scale));
      this.patterns.set(key, pattern);
    }
    return pattern;
  }

  /** A bar for a task; `x1` may be beyond what is seen. `late`: from where on it is over its time. */
  bar(context, task, x0, x1, y, height, late = null) {
    const paint = task.system ? "system" : FATES[task.fate].paint;
    const width = x1 - x0;
    const line = this.colour(`${paint}-line`);
    context.fillStyle = this.colour(`${paint}-fill`);
    context.beginPath();
    context.roundRect(x0, y, width, height, Math.min(3, width / 2));
    context.fill();
    const pattern = { lost: "hatch", handler: "dots", late: "stripe" }[paint];
    if (pattern && width > 5) {
      const from = paint === "late" && late !== null ? Math.max(x0, late) : x0;
      context.save();
      context.globalAlpha = paint === "late" ? 0.5 : 0.42;
      context.fillStyle = this.pattern(context, pattern, `${paint}-line`);
      context.fillRect(from, y + 1, Math.max(0, x1 - from), height - 2);
      context.restore();
    }
    context.strokeStyle = line;
    context.lineWidth = 1;
    context.setLineDash(paint === "open" ? [3, 2] : []);
    context.beginPath();
    context.roundRect(x0 + 0.5, y + 0.5, Math.max(1, width - 1), height - 1, Math.min(3, width / 2));
    context.stroke();
    context.setLineDash([]);
    if (late !== null && late > x0 + 2 && late < x1 - 1) {
      context.fillStyle = line;
      context.fillRect(Math.round(late) - 1, y, 2, height);
    }
    return paint;
  }

  /** Words in a bar, as much as there is room for; a lost task has its sign at the end. */
  label(context, task, paint, x0, x1, y, height) {
    const room = x1 - x0 - 11;
    if (room < 9) return;
    context.fillStyle = this.colour(`${paint}-text`);
    context.font = this.font;
    context.textBaseline = "middle";
    const middle = y + height / 2 + 0.5;
    const isLost = FATES[task.fate].rank > 2;
    let left = room;
    if (isLost && room > 26) {
      context.textAlign = "right";
      context.fillText(FATES[task.fate].sign, x1 - 6, middle);
      left -= 16;
    }
    context.textAlign = "left";
    const words = [task.id];
    if (task.name && task.name !== holderOf(task)) words.push(task.name);
    if (isLost || task.fate === "open") words.push(FATES[task.fate].word);
    context.fillText(this.fitting(context, words.join("  "), left), x0 + 6, middle);
  }

  /** The text, cut to a width. */
  fitting(context, text, width) {
    const short = text.length > 200 ? text.slice(0, 200) : text;
    const wide = context.measureText(short).width;
    if (wide <= width) return short;
    const characters = [...short];
    const kept = Math.floor(characters.length * (width - 9) / wide);
    return kept < 2 ? (wide / characters.length * 3 < width ? characters.slice(0, 1).join("") : "")
      : characters.slice(0, kept).join("") + "…";
  }

  /** What a sign on the strip of marks says, and how wide it is. `count`: several stand together. */
  sign(context, kind, count) {
    const { sign } = MARKS[kind];
    const text = count > 1 ? `${sign} ×${count}` : sign;
    context.font = this.font;
    return { text, width: Math.max(16, context.measureText(text).width + 9) };
  }

  /** The sign, round, with its middle at a place. */
  mark(context, kind, count, x, y) {
    const { tone } = MARKS[kind];
    const colour = tone === "link" ? this.colour("link") : this.colour(`${tone}-text`);
    const { text, width } = this.sign(context, kind, count);
    context.textBaseline = "middle";
    context.textAlign = "center";
    context.fillStyle = this.colour(tone === "link" ? "lost-fill" : `${tone}-fill`);
    context.strokeStyle = this.colour(tone === "link" ? "lost-line" : `${tone}-line`);
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(x - width / 2, y - 8, width, 16, kind === "exit" ? 2 : 8);
    context.fill();
    context.stroke();
    context.fillStyle = colour;
    context.fillText(text, x, y + 0.5);
  }

  /**
   * From the begin that overwrote an id, at `x`, to the bar of the task that lost it, which begins at `lostX`:
   * left of the newer bar where the older one is there already, else between the two.
   */
  link(context, x, lostX, fromY, toY) {
    const side = Math.sign(toY - fromY) || -1;
    const at = Math.max(x - 8, lostX + 5);
    const tip = toY + side * 3;
    const line = new Path2D();
    if (at < x - 3) {
      line.moveTo(x, fromY);
      line.arcTo(at, fromY, at, tip, 4);
    } else {
      line.moveTo(at, fromY + side * ROW.bar * 0.4);
    }
    line.lineTo(at, tip - side * 4);
    const head = new Path2D();
    head.moveTo(at, tip);
    head.lineTo(at - 4.5, tip - side * 7);
    head.lineTo(at + 4.5, tip - side * 7);
    head.closePath();
    context.lineJoin = "round";
    context.strokeStyle = this.colour("surface");
    context.lineWidth = 4;
    context.stroke(line);
    context.lineWidth = 3;
    context.stroke(head);
    context.strokeStyle = context.fillStyle = this.colour("link");
    context.lineWidth = 1.6;
    context.stroke(line);
    context.fill(head);
  }
}
