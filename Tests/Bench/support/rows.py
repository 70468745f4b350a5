"""What a row of the table says, and how it is printed."""

import json


class Row:
    """`ours` and `baseline` are texts; `ratio` is judged against `goal`, where less is better if `at_most`."""

    def __init__(self, name, measure, ours, baseline, ratio, goal, at_most=True, unit="", runs=1, facts=None):
        self.name = name
        self.measure = measure
        self.ours = ours
        self.baseline = baseline
        self.ratio = ratio
        self.goal = goal
        self.at_most = at_most
        self.unit = unit
        self.runs = runs
        self.facts = facts or {}

    @property
    def verdict(self):
        return "met" if (self.ratio <= self.goal if self.at_most else self.ratio >= self.goal) else "MISSED"

    def cells(self):
        sign = "<=" if self.at_most else ">="
        return [self.name, self.measure, self.ours, self.baseline, figure(self.ratio) + self.unit,
                f"{sign} {self.goal:g}{self.unit}", self.verdict, str(self.runs)]

    def fields(self):
        return {"work": self.name, "measure": self.measure, "ours": self.ours, "baseline": self.baseline,
                "ratio": self.ratio, "goal": self.goal, "atMost": self.at_most, "unit": self.unit.strip() or None,
                "met": self.verdict == "met", "runs": self.runs, **self.facts}


class Skipped:
    """A row that this machine cannot give."""

    def __init__(self, name, reason):
        self.name = name
        self.reason = reason

    def cells(self):
        return [self.name, "skipped: " + self.reason, "", "", "", "", "skipped", "0"]

    def fields(self):
        return {"work": self.name, "skipped": self.reason}


HEAD = ["work", "measure", "ours", "baseline", "ratio", "goal", "verdict", "runs"]


def figure(value):
    """Three digits, or all of a whole number."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def rate(events, seconds):
    """Events a second."""
    return f"{figure(events / seconds / 1e6)} M/s" if events / seconds >= 1e5 else f"{figure(events / seconds)} /s"


def seconds(value):
    return f"{value:.3f} s" if value < 10 else f"{value:.1f} s"


def table(rows, head=None):
    """Aligned, in the README's own syntax."""
    cells = [head or HEAD, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    out = []
    for number, row in enumerate(cells):
        out.append("| " + " | ".join(text.ljust(width) for text, width in zip(row, widths)) + " |")
        if number == 0:
            out.append("| " + " | ".join("-" * width for width in widths) + " |")
    return "\n".join(out)


def save(path, facts, rows):
    with open(path, "w") as file:
        json.dump({**facts, "rows": [row.fields() for row in rows]}, file, indent=1)
        file.write("\n")
