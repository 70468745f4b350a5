"""What two builds are compared by: small enough to be counted instruction by instruction."""

import signal

import callgrind
from feed import post
from live import Stage, acknowledged, ingest
from offline import AUDITED
from runs import timed


class Work:
    """An input of `kind`, of `counted` lines for instructions and of `timed` lines for time."""

    def __init__(self, name, kind, counted, timed):
        self.name = name
        self.counted = kind, counted
        self.timed = kind, timed

    def count(self, bench, output):
        """A profile of the whole process."""
        return callgrind.profile([bench.tool, "audit", bench.input(*self.counted).path], output)

    def time(self, bench):
        return timed([bench.tool, "audit", bench.input(*self.timed).path], AUDITED)


class Ingest(Work):
    """The daemon, from its start to an orderly stop, with one client."""

    def count(self, bench, output):
        with Stage(bench, environment=callgrind.ENVIRONMENT) as stage:
            stage.command = callgrind.under(stage.command, output)
            stage.start()
            post(stage.ingest_path, [acknowledged(bench.input(*self.counted))])
            stage.kill(signal.SIGTERM)
        return callgrind.read(output)

    def time(self, bench):
        input = bench.input(*self.timed)
        return ingest(bench, [acknowledged(input)], input.lines)


# The first is what a process takes before its first line; it is taken off the others.
START = Work("start", "start", 2, 2)
WORKS = [
    START,
    Work("NDJSON", "plain", 30_000, 300_000),
    Work("NDJSON, stacks", "stacks", 16_000, 100_000),
    Work("hook lines", "hooks", 40_000, 300_000),
    Work("device's syslog", "device", 150_000, 500_000),
    Work("1,000 tasks open", "open-1000", 30_000, 300_000),
    Ingest("daemon", "plain", 30_000, 300_000),
]
