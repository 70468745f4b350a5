"""The rows of the daemon: on one core, with its state on disk; its clients are on the others."""

import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "..", "Crash", "support"))

from feed import post  # noqa: E402
from offline import AUDITED, facts  # noqa: E402
from rows import Row, rate  # noqa: E402
from runs import Run, interleaved, measured_core, middle, timed, warm  # noqa: E402
import stage as stages  # noqa: E402

# What a client may post in a second is a limit of the configuration, not of the program.
CONFIG = "[Ingest]\nEventsPerSecond=1000000000\nEventsBurst=1000000000\n"


class Stage(stages.Stage):
    """A daemon on the measured core, whose state is on the disk that builds are on."""

    def __init__(self, bench, config="", environment=None):
        super().__init__(bench.programs, config=CONFIG + config, stores=True, folder=bench.folder,
                         environment=environment)

    def start(self, wait=True):
        with measured_core():
            super().start(wait)
        self.listen_meanwhile()

    def cpu(self):
        """Seconds of the processor that it has used."""
        with open(f"/proc/{self.manager.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ingest(bench, parts, events):
    """One run: a new daemon, a client for each part."""
    with Stage(bench) as stage:
        stage.start()
        before = stage.cpu()
        wall = post(stage.ingest_path, parts)
        run = Run(wall, stage.cpu() - before)
        counted = stage.ask("status")["events"]
        if counted < events:
            raise RuntimeError(f"{counted} of {events} events were counted")
        return run


def acknowledged(input):
    """What a client writes that posts the whole file."""
    with open(input.path, "rb") as file:
        return b'{"v":1,"event":"hello","ack":true}\n' + file.read()


def one_client(bench):
    input = bench.input("plain", 600_000)
    data = acknowledged(input)
    warm(input.path)
    base, ours = interleaved([lambda: timed([bench.tool, "audit", input.path], AUDITED),
                              lambda: ingest(bench, [data], input.lines)])
    fast, slow = middle(base, "wall"), middle(ours, "wall")
    bench.ingest_rate = input.lines / slow
    return Row("daemon, one client", "events/s ÷ audit's", rate(input.lines, slow), rate(input.lines, fast),
               fast / slow, 0.5, at_most=False, runs=len(ours), facts=facts(input, ours, base))


def many_clients(bench):
    """The same bytes over one connection, and each launch over its own."""
    input = bench.input("clients", 600_000)
    with open(input.path, "rb") as file:
        data = file.read()
    hello = b'{"v":1,"event":"hello"'
    parts = [hello + part for part in data.split(hello)[1:]]
    stages.raise_descriptor_limit(4 * len(parts))
    base, ours = interleaved([lambda: ingest(bench, [data], input.lines), lambda: ingest(bench, parts, input.lines)])
    one, many = middle(base, "wall"), middle(ours, "wall")
    return Row(f"daemon, {len(parts):,} clients at once", "events/s ÷ one client's", rate(input.lines, many),
               rate(input.lines, one), one / many, 0.8, at_most=False, runs=len(ours),
               facts=facts(input, ours, base))


def idle(bench):
    """Right after it is ready, with nothing kept."""
    with Stage(bench) as stage:
        stage.start()
        stage.ask("status")
        time.sleep(1)
        resident = stage.manager.memory_bytes()
    return Row("daemon, idle", "resident memory", f"{resident / (1 << 20):.1f} MiB", "", resident / 1e6, 12,
               unit=" MB")
