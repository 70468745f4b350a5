"""What all rows share, and what is said of where they were measured."""

import os
import platform
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
CORES = len(os.sched_getaffinity(0))


class Bench:
    """What the rows share: the programs, a folder for what is kept, the inputs by kind and count."""

    def __init__(self, programs, folder):
        self.programs = os.path.abspath(programs)
        self.tool = f"{self.programs}/bgtaskctl"
        self.folder = os.path.abspath(folder)
        self.prepared = {}
        # Events a second that the daemon takes, before it is measured.
        self.ingest_rate = 200_000

    def input(self, kind, count):
        return self.prepared[kind, count]


def machine():
    """The processor and the system, for who reads the figures elsewhere."""
    model = platform.processor() or platform.machine()
    with open("/proc/cpuinfo") as file:
        model = next((text.split(":", 1)[1].strip() for text in file if text.startswith("model name")), model)
    return {"processor": model, "cores": CORES, "kernel": platform.release()}


def revision():
    done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True)
    return done.stdout.strip() or None


def tell(text):
    """Progress, for who watches."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
