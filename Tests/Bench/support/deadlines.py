"""How long after a deadline its alert is in the journal, while the daemon takes events at half its speed."""

import os
import random
import signal
import socket
import time

from journal_socket import JournalSocket
from live import Stage
from rows import Row, Skipped

VICTIMS = 400
SECONDS = 8.0
# Of the apps that are late; all others keep the time that iOS gives.
CONFIG = "[Audit]\nGrace=0\n[Budget]\nApp=com.example.late: 1s\n"
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
            delays, taken = measure(stage, journal, bench)
    finally:
        journal.close()
    p99 = delays[len(delays) * 99 // 100]
    return Row(NAME, f"p99 of {len(delays)}", f"{delays[len(delays) // 2]:.1f} ms p50, {delays[-1]:.1f} ms most",
               f"{taken / 1e6:.2g} M/s", p99, 20, unit=" ms", facts={"milliseconds": delays, "eventsPerSecond": taken})


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
    """When each victim's deadline was, by the time at which its events were sent, and when its alert came."""
    seeded = random.Random(5)
    plan = sorted(seeded.uniform(0, SECONDS) for _ in range(VICTIMS))
    victims, due, came = [], {}, {}
    start = time.time()
    end = start + SECONDS + BUDGET + 5
    while time.time() < end and len(came) < VICTIMS:
        wait = start + plan[len(victims)] - time.time() if len(victims) < VICTIMS else 0.1
        time.sleep(min(max(0, wait), 0.1))
        for moment, entry in journal.entries():
            if entry.get("BGTASK_RULE") == "unpaired-task" and entry.get("BGTASK_PROCESS") in due:
                came.setdefault(entry["BGTASK_PROCESS"], moment)
        if len(victims) < VICTIMS and time.time() >= start + plan[len(victims)]:
            name = f"Late{len(victims)}"
            made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            made.connect(path)
            due[name] = time.time() + BUDGET
            made.sendall(
                b'{"v":1,"event":"hello","app":"com.example.late","os":"iOS 13.5.1","process":"%s","pid":%d,'
                b'"session":"%s"}\n{"event":"state","state":"background"}\n'
                b'{"event":"begin","id":1,"name":"upload","handler":true}\n'
                % (name.encode(), 100 + len(victims), name.encode()))
            victims.append(made)
    for made in victims:
        made.close()
    return due, came


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
