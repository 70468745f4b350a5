"""Programs on one core, timed as a whole, taken in turns."""

import contextlib
import os
import statistics
import subprocess
import sys
import time

# A row that takes longer than this in all is measured fewer times, and says how often.
ROW_SECONDS = 40.0
RUNS = 5
RUNS_MIN = 3


class Run:
    """One run: seconds of the clock and of the processor."""

    def __init__(self, wall, cpu):
        self.wall = wall
        self.cpu = cpu


def cores():
    """(measured, others): where the measured program runs, and where all that helps it does; with a single
    core that is the same one."""
    usable = sorted(os.sched_getaffinity(0))
    return {usable[-1]}, set(usable[:-1]) or set(usable)


MEASURED, OTHERS = cores()


@contextlib.contextmanager
def measured_core():
    """What is started meanwhile runs there. Set before and not in the child: that is then started without a copy
    of this process, whose size would count as its memory and time."""
    os.sched_setaffinity(0, MEASURED)
    try:
        yield
    finally:
        os.sched_setaffinity(0, OTHERS)


def timed(command, statuses=(0,), environment=None):
    """Runs it on the measured core; what it prints goes into a pipe, and its end is kept for errors."""
    environment = {**os.environ, **(environment or {})}
    start = time.monotonic()
    with measured_core():
        made = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                env=environment)
    said = b""
    while block := made.stdout.read1(1 << 16):
        said = (said + block)[-2000:]
    _, status, used = os.wait4(made.pid, 0)
    wall = time.monotonic() - start
    made.stdout.close()
    made.returncode = os.waitstatus_to_exitcode(status)
    if made.returncode not in statuses:
        raise RuntimeError(f"{' '.join(command)}: status {made.returncode}: {said.decode(errors='replace')}")
    return Run(wall, used.ru_utime + used.ru_stime)


# The memory of a program counts from before it was one: whoever starts it has to be small.
PEAK = """
import os, sys
child = os.fork()
if child == 0:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.execv(sys.argv[1], sys.argv[1:])
_, status, used = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024)
"""


def peak_memory(command, statuses=(0,)):
    """The most resident memory, in bytes, that it had. The program is given by its path."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", PEAK, *command], text=True, capture_output=True)
    code, peak = map(int, done.stdout.split()) if done.returncode == 0 else (done.returncode, 0)
    if code not in statuses:
        raise RuntimeError(f"{' '.join(command)}: status {code}: {done.stderr[-2000:]}")
    return peak


def interleaved(works, seconds=ROW_SECONDS):
    """Calls each of `works` in turn, `RUNS` times over, at least `RUNS_MIN`: the runs of each."""
    runs = [[] for _ in works]
    start = time.monotonic()
    for number in range(RUNS):
        if number >= RUNS_MIN and (time.monotonic() - start) * (number + 1) / number > seconds:
            break
        for work, made in zip(works, runs):
            made.append(work())
    return runs


def middle(runs, of):
    return statistics.median(getattr(run, of) for run in runs)


def warm(path):
    """Brings a file into memory."""
    with open(path, "rb", buffering=0) as file:
        buffer = bytearray(1 << 20)
        while file.readinto(buffer):
            pass
