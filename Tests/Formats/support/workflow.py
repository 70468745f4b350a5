"""Workflow commands, read as the runner of GitHub Actions reads them."""

import re

COMMAND = re.compile(r"^::(?P<name>[a-z-]+)(?: (?P<properties>.*?))?::(?P<data>.*)$")


def read(text):
    """(annotations, other lines); an annotation is (level, properties, message)."""
    annotations, others = [], []
    for line in text.split("\n"):
        if not line:
            continue
        match = COMMAND.match(line.lstrip())
        if match is None:
            others.append(line)
            continue
        pairs = (pair.split("=", 1) for pair in match["properties"].split(","))
        properties = {key: undo(value, ("%3A", ":"), ("%2C", ",")) for key, value in pairs}
        annotations.append((match["name"], properties, undo(match["data"])))
    return annotations, others


def undo(text, *more):
    for coded, plain in (*more, ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(coded, plain)
    return text
