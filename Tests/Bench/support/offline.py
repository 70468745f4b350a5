"""The rows of `bgtaskctl audit`: whole processes, in the processor's time, against other programs on the same file."""

import os
import shutil

from pairs import SEC_RULES
from rows import Row, Skipped, rate, seconds
from runs import interleaved, middle, peak_memory, timed, warm

# Findings are no failure.
AUDITED = (0, 1)
C_LOCALE = {"LC_ALL": "C"}


def auditing(bench, path, *options):
    return lambda: timed([bench.tool, "audit", *options, path], AUDITED)


def against(bench, name, input, measure, goal, baseline):
    """Time of an audit ÷ time of `baseline`."""
    warm(input.path)
    base, ours = interleaved([lambda: timed(baseline, environment=C_LOCALE), auditing(bench, input.path)])
    cpu, base_cpu = middle(ours, "cpu"), middle(base, "cpu")
    return Row(name, measure, f"{seconds(cpu)}, {rate(input.lines, cpu)}", seconds(base_cpu), cpu / base_cpu, goal,
               runs=len(ours), facts=facts(input, ours, base))


def facts(input, ours, base):
    return {"lines": input.lines, "bytes": input.size,
            "oursSeconds": {of: [getattr(run, of) for run in ours] for of in ("cpu", "wall")},
            "baselineSeconds": {of: [getattr(run, of) for run in base] for of in ("cpu", "wall")}}


def plain(bench):
    input = bench.input("plain", 2_000_000)
    return against(bench, "audit, NDJSON without stacks", input, "time ÷ wc -l", 10, ["wc", "-l", input.path])


def stacks(bench):
    input = bench.input("stacks", 400_000)
    return against(bench, "audit, NDJSON, 20-frame stacks", input, "time ÷ wc -l", 5, ["wc", "-l", input.path])


def hooks(bench):
    input = bench.input("hooks", 1_000_000)
    return against(bench, "audit, hook lines of NSLog", input, "time ÷ wc -l", 10, ["wc", "-l", input.path])


def device(bench):
    input = bench.input("device", 1_000_000)
    return against(bench, "audit, a device's syslog, 3 % ours", input, "time ÷ grep -c", 3,
                   ["grep", "-c", "BackgroundTask", input.path])


LEVELS = [10, 1000, 100_000, 1_000_000]
GOALS = {1000: 0.95, 100_000: 0.6, 1_000_000: 0.45}
LADDER_EVENTS = 2_100_000


def outstanding(bench):
    """Events a second with so many open ÷ with 10 open."""
    inputs = [bench.input(f"open-{level}", LADDER_EVENTS) for level in LEVELS]
    for input in inputs:
        warm(input.path)
    runs = interleaved([auditing(bench, input.path) for input in inputs], seconds=60)
    base = middle(runs[0], "cpu")
    for level, input, made in list(zip(LEVELS, inputs, runs))[1:]:
        cpu = middle(made, "cpu")
        yield Row(f"audit, {level:,} tasks open", "events/s ÷ with 10 open", rate(input.lines, cpu),
                  rate(input.lines, base), base / cpu, GOALS[level], at_most=False, runs=len(made),
                  facts=facts(input, made, runs[0]))


def memory(bench):
    """What twice as many open tasks take more at their most, by task."""
    less, more = bench.input("memory", 400_000), bench.input("memory", 800_000)
    # A pile-up lists what is open.
    config = os.path.join(bench.folder, "memory.conf")
    with open(config, "w") as file:
        file.write("[Rules]\noutstanding-pileup=off\n")
    first, second = (peak_memory([bench.tool, "audit", "--config", config, input.path], AUDITED)
                     for input in (less, more))
    tasks = (more.lines - less.lines) // 2
    bytes = (second - first) / tasks
    return Row("audit, memory of an open task", "peak, 400,000 − 200,000 open",
               f"{second / (1 << 20):.1f} MiB", f"{first / (1 << 20):.1f} MiB", bytes, 160, unit=" B")


def correlator(bench):
    """Events a second ÷ those of SEC, each with 2,000 tasks open; SEC is given fewer, it would take too long."""
    name = "audit, 2,000 pairs open"
    if not shutil.which("sec"):
        return Skipped(name, "there is no sec (Debian package: sec)")
    short, long = bench.input("correlated", 7000), bench.input("correlated", 400_000)
    rules = os.path.join(bench.folder, "pairs.sec")
    with open(rules, "w") as file:
        file.write(SEC_RULES)
    sec = ["sec", f"--conf={rules}", f"--input={short.path}", "--notail"]
    warm(long.path)
    theirs, ours = interleaved([lambda: timed(sec), auditing(bench, long.path)], seconds=0)
    fast, slow = long.lines / middle(ours, "cpu"), short.lines / middle(theirs, "cpu")
    return Row(name, "events/s ÷ SEC 2.9's", rate(fast, 1), rate(slow, 1), fast / slow, 1000, at_most=False,
               runs=len(ours), facts={"secLines": short.lines, **facts(long, ours, theirs)})
