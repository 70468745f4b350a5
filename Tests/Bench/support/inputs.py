"""The files that are measured: seeded, made once, and made anew when what makes them has changed."""

import hashlib
import itertools
import json
import os
import random
from concurrent.futures import ProcessPoolExecutor

import lines
import outstanding
import pairs
import syslog
from traffic import traffic

MAKERS = ["inputs.py", "traffic.py", "lines.py", "syslog.py", "outstanding.py", "pairs.py"]
HERE = os.path.dirname(os.path.abspath(__file__))
LINES_AT_ONCE = 1 << 14


class Input:
    """A file of `lines` lines, of `size` bytes."""

    def __init__(self, path, lines, size):
        self.path = path
        self.lines = lines
        self.size = size


# Each gives the lines of an input of about `count` of them.


def plain(random, count):
    return lines.ndjson(traffic(random, count))


def stacks(random, count):
    return lines.ndjson(traffic(random, count), lines.stack_pool(random))


def hooks(random, count):
    return lines.console(traffic(random, count))


def device(random, count):
    # Of a handful of apps; more steps than are needed.
    return syslog.device_log(random, traffic(random, count, width=6), count)


def clients(random, count):
    """One after the other what `CLIENTS` clients write, each of one launch."""
    each = count // CLIENTS
    for number in range(1, CLIENTS + 1):
        steps = traffic(random, each, width=1, length=each, first=number)
        yield from lines.ndjson(steps, acknowledge=True)


CLIENTS = 1000


def start(random, count):
    """No more than makes it a log: what is left is the start of a program."""
    return outstanding.opening(1)


def open_at_once(held):
    def make(random, count):
        return outstanding.ladder(random, held, count // 2)
    return make


def memory(random, count):
    return outstanding.held(random, count // 2)


def correlated(random, count):
    return pairs.pairs(random, 2000, count // 2)


KINDS = {"plain": plain, "stacks": stacks, "hooks": hooks, "device": device, "clients": clients, "start": start,
         "memory": memory, "correlated": correlated,
         **{f"open-{held}": open_at_once(held) for held in (10, 1000, 100_000, 1_000_000)}}


def write(kind, count, path):
    """Writes an input; the same bytes for the same kind and count."""
    seeded = random.Random(f"{kind} {count}")
    made = KINDS[kind](seeded, count)
    number = size = 0
    with open(path + ".part", "wb") as file:
        while block := list(itertools.islice(made, LINES_AT_ONCE)):
            number += len(block)
            size += file.write(b"".join(block))
    os.rename(path + ".part", path)
    with open(path + ".json", "w") as file:
        json.dump({"lines": number, "size": size}, file)


def source_hash():
    """Of all that decides what is in a file."""
    digest = hashlib.sha256()
    for name in MAKERS:
        with open(os.path.join(HERE, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:12]


def prepare(folder, wanted, tell):
    """The inputs for `wanted`, pairs of kind and count, by that pair. What other sources made is removed."""
    os.makedirs(folder, exist_ok=True)
    version = source_hash()
    for name in os.listdir(folder):
        if version not in name:
            os.unlink(os.path.join(folder, name))
    paths = {(kind, count): os.path.join(folder, f"{kind}-{count}-{version}") for kind, count in wanted}
    missing = [key for key, path in paths.items() if not os.path.exists(path + ".json")]
    if missing:
        tell(f"making {len(missing)} inputs")
    with ProcessPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        for made in [pool.submit(write, *key, paths[key]) for key in missing]:
            made.result()
    return {key: about(path) for key, path in paths.items()}


def about(path):
    with open(path + ".json") as file:
        facts = json.load(file)
    return Input(path, facts["lines"], facts["size"])
