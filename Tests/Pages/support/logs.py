"""Logs that the pages are tried on, beside those of Tests/Cases."""

import json
import random

HOOK = "-[UIApplication(GCS) gcs_beginBackgroundTaskWithExpirationHandler:]"


def stack(holder):
    return [f"0   Chat                                0x0000000102903a58 {HOOK} + 132",
            f"1   Chat                                0x000000010298c9d0 -[{holder} start:] + 168",
            "2   UIKitCore                           0x00000001ea5d7c58 -[UIApplication _applicationDidEnterBackground] + 164"]


def log(session, pid, events):
    """Lines of one launch. `events`: (seconds, event) in any order."""
    lines = [{"v": 1, "event": "hello", "app": "com.example.chat", "appVersion": "3.2", "device": "iPhone12,1",
              "os": "iOS 13.5.1", "process": "Chat", "pid": pid, "session": session}]
    for number, (time, event) in enumerate(sorted(events, key=lambda item: item[0]), 1):
        lines.append({**event, "seq": number, "t": 1600000000 + pid * 100000 + round(time, 3)})
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def busy(tasks=5000):
    """A day of a busy app: tasks of nine holders, some lost, samples of the time left, ends of 0."""
    chance = random.Random(4)
    holders = ["EMClient", "UploadQueue", "UploadQueue", "UploadQueue", "SDImageCache", "AppDelegate",
               "GDTStorage", "SyncEngine", "PhotoStore"]
    events, now = [], 0.0
    while now < 36000:
        events.append((now, {"event": "state", "state": "foreground"}))
        now += chance.uniform(60, 400)
        events.append((now, {"event": "state", "state": "background"}))
        events += [(now + second, {"event": "sample", "remaining": 29.0 - second}) for second in (1, 4, 8)]
        now += chance.uniform(12, 24)
    times = sorted(chance.uniform(0, now) for _ in range(tasks))
    for number, begun in enumerate(times):
        name = None if chance.random() < 0.6 else f"upload-{number % 7}"
        task = 3 * number + 1
        events.append((begun, {"event": "begin", "id": task, "name": name, "handler": True,
                               "stack": stack(chance.choice(holders))}))
        if chance.random() < 0.004:
            continue
        ended = begun + (chance.expovariate(1 / 3) if chance.random() < 0.95 else chance.uniform(5, 29))
        events.append((ended, {"event": "end", "id": task}))
        if chance.random() < 0.003:
            events.append((ended + 0.1, {"event": "end", "id": 0}))
    events.append((now + 50000, {"event": "exit", "reason": "killed", "text": "Chat has active assertions beyond permitted time"}))
    return log("busy", 4000, events)


def launches():
    """Three launches: one clean, one with a leak, one that was killed."""
    def begin(time, id, holder):
        return time, {"event": "begin", "id": id, "stack": stack(holder)}

    def end(time, id):
        return time, {"event": "end", "id": id}
    behind = (0, {"event": "state", "state": "background"})
    clean = log("run-clean", 1, [behind, begin(1, 1, "EMClient"), end(2, 1), (3, {"event": "exit", "reason": "clean"})])
    leak = log("run-leaking", 2, [behind, begin(1, 1, "EMClient"), begin(2, 2, "HomeController"), end(3, 2),
                                  (60, {"event": "exit", "reason": "clean"})])
    killed = log("run-killed", 3, [behind, begin(1, 1, "EMClient"), begin(2, 2, "EMClient"), end(3, 2), end(3.1, 0),
                                   (26, {"event": "expire", "id": 1}), (26.5, {"event": "expired", "id": 1}),
                                   (40, {"event": "exit", "reason": "killed", "text": "beyond permitted time"})])
    return clean + leak + killed


HOSTILE = "".join(json.dumps(line) + "\n" for line in [
    {"v": 1, "event": "hello", "app": "</script><img src=x onerror=window.hostile=1>", "process": "<svg onload=window.hostile=2>",
     "pid": 1, "session": "\u202eevil\u2066\x1b[31m", "device": "javascript:window.hostile=3", "os": "iOS 13\u2028"},
    {"event": "begin", "seq": 1, "t": 1, "id": 1, "name": "</script><img src=x onerror=window.hostile=1>",
     "stack": ["0   App                                 0x0000000102903a58 -[Bad</script><iframe> run] + 1"]},
    {"event": "begin", "seq": 2, "t": 2, "id": 2, "name": "<!--<script>window.hostile=4</script>{{data}}\u202e"},
    {"event": "begin", "seq": 3, "t": 3, "id": 18446744073709551613, "name": "\x1b[31m" + "W" * 900},
    {"event": "state", "seq": 4, "t": 4, "state": "background"},
    {"event": "exit", "seq": 5, "t": 900, "reason": "killed", "text": "]]>'\"`</title><marquee>\u202e", "code": "<b class=bold>"},
]).encode()
