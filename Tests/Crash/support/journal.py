"""The alerts that a journal holds, and a journal of one's own to hold them."""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
END_TO_END = os.path.join(HERE, "..", "..", "EndToEnd")
CATALOGS = os.path.join(HERE, "..", "..", "..", "systemd")
MARK = "BGTASKD_TEST_JOURNAL"


def run_beside_one():
    """Starts this program anew beside a journald of its own (with-journald), where that can be had."""
    if MARK in os.environ:
        return
    os.environ[MARK] = "yes"
    os.execv(f"{END_TO_END}/with-journald",
             ["with-journald", CATALOGS, os.path.abspath(sys.argv[0]), *sys.argv[1:]])


def entries(since=None):
    """What the daemon said, oldest first; of that what came after the cursor `since`."""
    subprocess.run(["journalctl", "--sync"], check=True)
    command = ["journalctl", "-o", "json", "--all", "-t", "bgtaskd"]
    if since:
        command.append(f"--after-cursor={since}")
    done = subprocess.run(command, text=True, capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def alerts(entries):
    return [entry for entry in entries if "BGTASK_FINDING" in entry]


def troubles(entries):
    """What the daemon warns of that is neither a finding nor an error of a client."""
    return [entry["MESSAGE"] for entry in entries
            if "BGTASK_FINDING" not in entry and "BGTASK_CLIENT" not in entry and int(entry["PRIORITY"]) <= 4]


def cursor():
    subprocess.run(["journalctl", "--sync"], check=True)
    done = subprocess.run(["journalctl", "-n", "1", "-o", "json"], text=True, capture_output=True, check=True)
    return json.loads(done.stdout)["__CURSOR"] if done.stdout else None
