"""Chrome trace events, read by the documented format, as strictly as any reader of them is.

What trace_processor makes of them is kept to: an async slice is told by process, category, name and id; its
track by process and name; threads are told by their number alone; counters by their name and each argument.
"""

import dataclasses
import json

PHASES = {"M", "b", "e", "X", "C", "i"}


@dataclasses.dataclass
class Slice:
    process: int
    name: str
    category: str
    begin: int
    end: int
    args: dict


@dataclasses.dataclass
class Trace:
    processes: dict
    slices: list
    counters: dict
    instants: list


def read(data):
    document = json.loads(data)
    assert set(document) <= {"traceEvents", "displayTimeUnit", "otherData"}
    assert document["displayTimeUnit"] in ("ms", "ns")
    trace, open_slices, last, busy, threads = Trace({}, [], {}, []), {}, {}, {}, {}
    for event in document["traceEvents"]:
        phase, process, time = event["ph"], event["pid"], event["ts"]
        assert phase in PHASES and isinstance(event["name"], str) and event["name"]
        assert isinstance(process, int) and 0 < process < 2 ** 32
        assert isinstance(time, int) and 0 <= time <= (2 ** 63 - 1) // 1000
        assert time >= last.get(process, 0), "in order of time within a process"
        last[process] = time
        assert threads.setdefault(event["tid"], process) == process, "a thread has one process"
        key = (process, event["cat"], event["name"], event.get("id"))
        if phase == "M":
            if event["name"] == "process_name":
                assert process not in trace.processes
                trace.processes[process] = event["args"]["name"]
        elif phase == "b":
            assert event["id"] and key not in open_slices
            open_slices[key] = Slice(process, event["name"], event["cat"], time, time, event["args"])
        elif phase == "e":
            entry = open_slices.pop(key)
            entry.end = time
            trace.slices.append(entry)
        elif phase == "X":
            assert event["dur"] >= 0 and time >= busy.get(event["tid"], 0), "slices of a thread nest"
            busy[event["tid"]] = time + event["dur"]
        elif phase == "C":
            for unit, value in event["args"].items():
                assert isinstance(value, (int, float))
                trace.counters.setdefault((process, f"{event['name']} {unit}"), []).append(value)
        elif phase == "i":
            assert event["s"] in ("g", "p", "t")
            trace.instants.append(event["name"])
    assert not open_slices, "every slice is closed"
    return trace
