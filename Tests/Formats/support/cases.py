"""Every log that is checked, and what bgtaskctl prints for it."""

import functools
import json
import os
import subprocess
import tempfile

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Cases")
LEVELS = ["info", "notice", "warning", "err", "crit"]

# What harms a terminal, a parser of XML or JSON, a runner that obeys its log, or a reader's eye.
POISON = ("\u001b[2J\u0000\r\n::error::owned\t##[add-mask]x]]></failure>&lt;<!--%0A%25,:\"'\\"
          "\u202e\ufffe\uffff\u2028</script>\U000e0041")


class Case:
    """One log, as the tool is called for it: in `folder`, with the name `file`."""

    def __init__(self, program, name, folder, file):
        self.program, self.name, self.folder, self.file = program, name, folder, file

    @functools.lru_cache(maxsize=None)
    def run(self, *options):
        done = subprocess.run([self.program, "audit", *options, self.file], cwd=self.folder,
                              capture_output=True, timeout=60)
        assert done.returncode in (0, 1, 65), (done.returncode, done.stderr)
        return done.returncode, done.stdout

    def report(self, *options):
        return json.loads(self.run("--format", "json", *options)[1])

    def told(self, every=False):
        """The findings that text would tell one by one, in its order."""
        findings = self.report(*(["--all"] if every else []))["findings"]
        return [f for f in findings if every or f["severity"] != "info"]

    def lines(self, file):
        with open(os.path.join(self.folder, file), "rb") as log:
            return log.read().count(b"\n") + 1


def fails(finding, limit="warning"):
    return finding["state"] != "cleared" and LEVELS.index(finding["severity"]) >= LEVELS.index(limit)


def every_case(program):
    """The case table, and a log whose every text is hostile, in a file whose name is."""
    for name in sorted(os.listdir(TABLE)):
        yield Case(program, name, TABLE, f"{name}/input.log")
    folder = tempfile.mkdtemp(prefix="bgtask-formats-")
    file = "a b:c%,#\u001b\u202e\"'&<.log"
    with open(os.path.join(folder, file), "w", encoding="utf-8") as log:
        for line in hostile_log():
            log.write(json.dumps(line) + "\n")
    yield Case(program, "hostile", folder, file)


def hostile_log():
    yield {"v": 1, "event": "hello", "app": POISON, "appVersion": POISON, "device": POISON,
           "os": POISON, "process": POISON, "pid": 7, "session": POISON}
    for task in range(1, 41):
        stack = [f"0   {POISON}{task} 0x0000000102903a58 -[{POISON}Class{task} m{task}:] + 1"]
        yield {"event": "begin", "t": task, "id": task, "name": f"{POISON}{task}", "stack": stack}
    yield {"event": "state", "t": 50, "state": "background"}
    yield {"event": "end", "t": 51, "id": 40}
    yield {"event": "end", "t": 52, "id": 40}
    yield {"event": "exit", "t": 900, "reason": "killed", "text": POISON}
