"""How long after a deadline its alert is in the journal, while the daemon takes events at half its speed."""

import os
import random
import signal
import socket
import time

from journal_socket import JournalSocket
from live import Stage
from rows import Row, Skipped, rate
from runs import MEASURED

VICTIMS = 400
SECONDS = 8.0
# Of the apps that are late; all others keep the time that iOS gives.
CONFIG = "[Audit]\nGrace=0\n[Budget]\nApp=com.example.late: 1s\n[Journal]\nAlerts=all\n"
BUDGET = 1.0
NAME = "deadline to journal entry, at half speed"


def deadlines(bench):
    try:
        journal = JournalSocket()
    except PermissionError as reason:
        return Skipped(NAME, str(reason))
    try:
        with Stage(bench, CONFIG) as stage:
            stage.start()
            with Sleeper() as sleeper:
                delays, taken = measure(stage, journal, bench)
    finally:
        journal.close()
    return Row(NAME, f"p99 of {len(delays)}, {rate(taken, 1)}",
               f"{percentile(delays, 50):.1f} ms p50, {delays[-1]:.1f} ms most",
               f"a sleeper: {percentile(sleeper.delays, 99):.1f} ms", percentile(delays, 99), 20, unit=" ms",
               facts={"milliseconds": delays, "sleeperMilliseconds": sleeper.delays, "eventsPerSecond": taken})


def percentile(sorted_values, part):
    return sorted_values[len(sorted_values) * part // 100]


class Sleeper:
    """A process that shares the daemon's core and does nothing but wait for its times: how late it is,
    in milliseconds, is what this machine adds to whoever waits there."""

    def __enter__(self):
        self.reader, writer = os.pipe()
        self.child = os.fork()
        if self.child == 0:
            self.sleep(writer)
        os.close(writer)
        return self

    def __exit__(self, *unused):
        os.kill(self.child, signal.SIGTERM)
        with open(self.reader) as file:
            self.delays = sorted(map(float, file.read().split()))
        os.waitpid(self.child, 0)

    @staticmethod
    def sleep(writer):
        os.sched_setaffinity(0, MEASURED)
        stopped = []
        signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
        delays = []
        while not stopped:
            due = time.monotonic() + random.uniform(0.01, 0.03)
            time.sleep(due - time.monotonic())
            delays.append((time.monotonic() - due) * 1000)
        with open(writer, "w") as file:
            file.write(" ".join(f"{delay:.3f}" for delay in delays))
        os._exit(0)


def measure(stage, journal, bench):
    """(delays in milliseconds, sorted; events a second that were taken meanwhile)"""
    feeder = beside(stage.ingest_path, bench.input("plain", 2_000_000), bench.ingest_rate / 2)
    try:
        time.sleep(0.5)
        before, start = stage.ask("status")["events"], time.monotonic()
        due, came = play(stage.ingest_path, journal)
        taken = (stage.ask("status")["events"] - before) / (time.monotonic() - start)
    finally:
        os.kill(feeder, signal.SIGKILL)
        os.waitpid(feeder, 0)
    missing = set(due) - set(came)
    if missing:
        raise RuntimeError(f"of {len(due)} deadlines {len(missing)} were not told")
    return sorted((came[name] - due[name]) * 1000 for name in due), taken


def play(path, journal):
    """When each victim's deadline was, by the time at which its begin was sent, and when its alert came."""
    seeded = random.Random(5)
    plan = sorted(seeded.uniform(0, SECONDS) for _ in range(VICTIMS))
    victims = [introduced(path, number) for number in range(VICTIMS)]
    due, came = {}, {}
    start = time.time() + 0.5
    end = start + SECONDS + BUDGET + 5
    while time.time() < end and len(came) < VICTIMS:
        number = len(due)
        wait = start + plan[number] - time.time() if number < VICTIMS else 0.1
        time.sleep(min(max(0, wait), 0.1))
        for moment, entry in journal.entries():
            if entry.get("BGTASK_RULE") == "unpaired-task" and entry.get("BGTASK_PROCESS") in due:
                came.setdefault(entry["BGTASK_PROCESS"], moment)
        if number < VICTIMS and time.time() >= start + plan[number]:
            due[f"Late{number}"] = time.time() + BUDGET
            victims[number].sendall(b'{"event":"state","state":"background"}\n'
                                    b'{"event":"begin","id":1,"name":"upload","handler":true}\n')
    for made in victims:
        made.close()
    return due, came


def introduced(path, number):
    """A connection that has said whose it is."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.connect(path)
    made.sendall(b'{"v":1,"event":"hello","app":"com.example.late","os":"iOS 13.5.1","process":"Late%d","pid":%d,'
                 b'"session":"late%d"}\n' % (number, 100 + number, number))
    return made


def beside(path, input, pace):
    """A process that posts the input over and over, `pace` events a second; returns its number."""
    child = os.fork()
    if child:
        return child
    try:
        pour(path, input, pace)
    except BaseException as error:
        os.write(2, f"feeder: {error!r}\n".encode())
    finally:
        os._exit(1)


def pour(path, input, pace):
    with open(input.path, "rb") as file:
        data = file.read()
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.connect(path)
    bytes_a_second = pace * input.size / input.lines
    start, sent = time.monotonic(), 0
    while sent < len(data):
        upto = min(len(data), int((time.monotonic() - start) * bytes_a_second))
        if upto > sent:
            made.sendall(memoryview(data)[sent:upto])
            sent = upto
        time.sleep(0.002)
    time.sleep(1000)
