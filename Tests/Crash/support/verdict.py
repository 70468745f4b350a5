"""Compares what the daemon says in the end with the models, with the offline audit, and with its alerts."""

import collections
import re

# What offline and live must agree on; evidence names files and connections.
SESSION_FIELDS = ("session", "app", "appVersion", "process", "pid", "device", "os", "begins", "ends",
                  "outstanding", "verdict")
FINDING_FIELDS = ("rule", "severity", "state", "session", "process", "pid", "task", "name", "stage", "causes",
                  "by", "candidates", "related", "blame", "confidence", "tentative", "fingerprint",
                  "firstTime", "lastTime", "message", "advice", "app", "device", "os", "stack", "sdk")


def key(row):
    """No two launches of a test have process and pid in common; bare lines have a device alone."""
    return f"{row['process']}[{row['pid']}]" if row["process"] else row["device"]


def by_key(rows):
    found = collections.defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found


def kept(launches, sessions, keeps):
    """Complaints about a moment: each launch is as after some of its steps, and all that was
    acknowledged is among them."""
    rows = by_key(sessions)
    complaints = []
    for launch in launches:
        found = rows.pop(launch.key, [])
        if len(found) > 1:
            complaints.append(f"{launch.key}: {len(found)} sessions")
            continue
        row = found[0] if found else {"begins": 0, "ends": 0, "outstanding": []}
        complaints += filter(None, [launch.complaint(row["begins"], row["ends"], row["outstanding"], keeps)])
    return complaints


def whole(launches, sessions):
    """Complaints about the end, where every step counts exactly once."""
    rows = by_key(sessions)
    complaints = []
    for launch in launches:
        found = [(row["begins"], row["ends"], tuple(row["outstanding"])) for row in rows[launch.key]]
        if found != [launch.whole.state]:
            complaints.append(f"{launch.key}: {found}, not {launch.whole.state}")
    return complaints


def faults(launches, findings):
    """Complaints about the two faults that the model knows: second ends, and tasks without an end."""
    rows = by_key(findings)
    complaints = []
    for launch in launches:
        for rule, wanted in (("double-end", launch.whole.double), ("unpaired-task", launch.whole.open)):
            found = sorted(row["task"] for row in rows[launch.key]
                           if row["rule"] == rule and row["state"] != "cleared")
            if found != sorted(wanted):
                complaints.append(f"{launch.key}: {rule} of {found}, not {sorted(wanted)}")
    return complaints


def same(live, offline, fields):
    """Complaints where the two lists, each row cut to `fields`, differ; their order is no matter."""
    def counted(rows):
        return collections.Counter(repr([value(row, name) for name in fields]) for row in rows)

    def value(row, name):
        # A launch that names no session is numbered, in the order in which launches appeared.
        is_number = name == "session" and re.fullmatch(r"s\d+", row[name])
        return None if is_number else row.get(name)
    live, offline = counted(live), counted(offline)
    return ([f"only live: {row}" for row in (live - offline).elements()]
            + [f"only offline: {row}" for row in (offline - live).elements()])


def alerts(entries, findings, keys):
    """Complaints about journal entries of findings: every finding of these sessions is told, its last
    state last, and no state twice in a row."""
    told = collections.defaultdict(list)
    for entry in entries:
        # A pile-up is told again when it has doubled.
        more = entry["MESSAGE"] if entry["BGTASK_RULE"] == "outstanding-pileup" else ""
        told[entry["BGTASK_FINDING"]].append((entry["BGTASK_STATE"], more))
    complaints = []
    for row in findings:
        states = told.pop(row["id"], [])
        name = f"{key(row)}: {row['rule']} of {row['task']}, {row['severity']}, {row['state']}"
        if any(one == other for one, other in zip(states, states[1:])):
            complaints.append(f"{name}: told again: {states}")
        states = [state for state, _ in states]
        if key(row) not in keys or row["severity"] == "info":
            continue
        if row["state"] == "cleared" and not states:
            continue
        if states[-1:] != [row["state"]]:
            complaints.append(f"{name}: told {states}")
    for finding, states in told.items():
        if any(one == other for one, other in zip(states, states[1:])):
            complaints.append(f"finding {finding}, which is gone: told {states}")
    return complaints
