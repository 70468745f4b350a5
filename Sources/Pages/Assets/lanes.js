// Where the bars of a session stand: a group for each holder, rows in which no two bars overlap, and how to
// find one of many thousands without looking at the rest.
"use strict";

const ROW = { bar: 21, group: 26, gap: 9 };

/** The tasks of one session laid out in rows. `tasks` are in the order of their begins. */
class Lanes {
  constructor(tasks, length) {
    this.rows = [];
    this.placeOf = new Map();
    const groups = new Map();
    for (const task of tasks) {
      const holder = holderOf(task);
      const group = groups.get(holder) ?? { name: holder, tasks: [], lost: 0, system: task.system === true };
      group.tasks.push(task);
      if (FATES[task.fate].rank > 3) group.lost += 1;
      groups.set(holder, group);
    }
    const inOrder = [...groups.values()].map((group, position) => ({ group, position }));
    inOrder.sort((a, b) => (a.group.system - b.group.system)
      || ((b.group.lost > 0) - (a.group.lost > 0)) || (a.position - b.position));
    let top = 4;
    for (const { group } of inOrder) {
      this.rows.push({ top, height: ROW.group, group });
      top += ROW.group;
      for (const lane of Lanes.pack(group.tasks, length)) {
        const row = { top, height: ROW.bar, lane, late: Lanes.countLate(lane) };
        lane.forEach((bar, index) => this.placeOf.set(bar.task, { row, index }));
        this.rows.push(row);
        top += ROW.bar;
      }
      top += ROW.gap;
    }
    this.height = top;
  }

  /** Each bar goes into the row that has been free for the longest: a heap of the rows' ends. */
  static pack(tasks, length) {
    const lanes = [];
    const heap = [];
    const less = (a, b) => heap[a].end < heap[b].end || (heap[a].end === heap[b].end && heap[a].lane < heap[b].lane);
    const swap = (a, b) => { [heap[a], heap[b]] = [heap[b], heap[a]]; };
    const sink = (at) => {
      for (;;) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && less(child, least)) least = child;
        if (least === at) return;
        swap(at, least);
        at = least;
      }
    };
    for (const task of tasks) {
      const start = task.begin.at;
      const bar = { task, start, end: Math.max(start, task.end ? task.end.at : length) };
      if (heap.length && heap[0].end <= start) {
        lanes[heap[0].lane].push(bar);
        heap[0].end = bar.end;
        sink(0);
      } else {
        lanes.push([bar]);
        heap.push({ end: bar.end, lane: lanes.length - 1 });
        for (let at = heap.length - 1; at > 0;) {
          const parent = (at - 1) >> 1;
          if (!less(at, parent)) break;
          swap(at, parent);
          at = parent;
        }
      }
    }
    return lanes;
  }

  /** How many bars before each are worse than ended: runs of bars below a pixel show it. */
  static countLate(lane) {
    const counts = new Uint32Array(lane.length + 1);
    lane.forEach((bar, index) => { counts[index + 1] = counts[index] + (FATES[bar.task.fate].rank > 2 ? 1 : 0); });
    return counts;
  }

  /** The first bar of a lane, from `low` on, that ends at `time` or later. */
  static firstEnding(lane, time, low = 0) {
    let high = lane.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lane[middle].end < time) low = middle + 1; else high = middle;
    }
    return low;
  }

  /** The position of the first row that reaches below `y`. */
  firstRow(y) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle].top + this.rows[middle].height <= y) low = middle + 1; else high = middle;
    }
    return low;
  }

  /** The bar at a place, or the nearest within `reach` of it. */
  hit(y, time, reach) {
    const row = this.rows[this.firstRow(y)];
    if (!row || !row.lane || y < row.top) return null;
    let best = null;
    for (let index = Lanes.firstEnding(row.lane, time - reach); index < row.lane.length; index += 1) {
      const bar = row.lane[index];
      if (bar.start > time + reach) break;
      const distance = Math.max(bar.start - time, time - bar.end, 0);
      if (!best || distance < best.distance) best = { task: bar.task, distance };
    }
    return best && best.task;
  }

  /** The bar nearest to `time` in the next row with bars above (-1) or below (1) that of `task`. */
  beside(task, step, time) {
    const place = this.placeOf.get(task);
    if (!place) return null;
    for (let at = this.rows.indexOf(place.row) + step; at >= 0 && at < this.rows.length; at += step) {
      const lane = this.rows[at].lane;
      if (!lane) continue;
      const index = Math.min(Lanes.firstEnding(lane, time), lane.length - 1);
      const before = lane[Math.max(0, index - 1)];
      return time - before.end < lane[index].start - time ? before.task : lane[index].task;
    }
    return null;
  }
}
