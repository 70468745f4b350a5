"""What simulated apps do, launch after launch, as clients would tell it: in random order, with faults.

Times are the apps' own and run faster than the daemon's clock, so that nothing is decided by how long a
restart takes. The configuration (CONFIG) keeps every limit of time far from what a launch does between
two jumps, and every jump passes all of them.
"""

CONFIG = """
[Audit]
Grace=10min
HandlerlessHold=10min
ForegroundHold=1d
IdleTimeout=30d
[Budget]
OS=iOS 12: 10min
Default=10min
[Journal]
Alerts=all
"""
JUMP_SECONDS = 5000
PHASE_SECONDS = 120
HOLDERS = [("Uploader", "start:"), ("SyncQueue", "drain"), ("EMClient", "appDidEnterBackground:"),
           ("Recorder", "flushToDisk"), ("HomeController", "startTask")]


class Device:
    """The clock of all apps on it."""

    def __init__(self):
        self.time = 1595421000.0


class App:
    """One app on one device. `launch()` gives (fields of the event, step for the model), in order."""

    def __init__(self, random, device, stacks=False, ids_twice=True):
        self.random = random
        self.device = device
        self.stacks = stacks
        self.ids_twice = ids_twice

    def launch(self, length):
        """Every event of one launch but for its end; what is left open is left open."""
        self.open, self.ended, self.next_id, self.phase_began = [], [], 0, self.device.time
        self.background = self.random.random() < 0.5
        yield self.state()
        for _ in range(length):
            yield from self.something()
        if self.random.random() < 0.6:
            # Long after every deadline something shows that the app still runs.
            self.device.time += JUMP_SECONDS
            yield self.event("sample", heartbeat=True)

    def something(self):
        self.device.time += self.random.uniform(0.02, 0.6)
        if self.device.time - self.phase_began > PHASE_SECONDS:
            self.background = not self.background
            self.phase_began = self.device.time
            yield self.state()
        choice = self.random.random()
        if choice < 0.02 and self.ids_twice and self.ended:
            yield self.end(self.random.choice(self.ended))
        elif choice < 0.04 and self.ids_twice:
            yield self.end(0)
        elif choice < 0.045 and self.ids_twice:
            yield self.end(self.next_id + 1000)
        elif choice < 0.06 and self.open:
            yield from self.expire(self.open.pop(0))
        elif choice < 0.10:
            yield self.event("sample", battery=round(self.random.random(), 2))
        elif choice < 0.50 and self.open:
            id = self.open.pop(self.random.randrange(len(self.open)))
            yield self.end(id)
        elif len(self.open) < 12 or self.random.random() < 0.15:
            yield self.begin()

    def state(self):
        return self.event("state", state="background" if self.background else "foreground")

    def begin(self):
        # iOS itself takes ids in between.
        self.next_id += self.random.choice((1, 1, 1, 2, 3))
        self.open.append(self.next_id)
        holder = self.random.choice(HOLDERS)
        fields = {"id": self.next_id, "handler": True}
        if self.random.random() < 0.5:
            fields["name"] = f"{holder[0].lower()} {self.random.randrange(4)}"
        if self.stacks:
            fields["stack"] = stack(holder)
        return self.event("begin", **fields)

    def end(self, id):
        if id in self.open:
            self.open.remove(id)
        if id != 0 and id <= self.next_id and id not in self.ended:
            self.ended.append(id)
        return self.event("end", id=id)

    def expire(self, id):
        """The handler of a task runs; mostly it ends its task."""
        yield self.event("expire", id=id)
        if self.random.random() < 0.7:
            self.device.time += 0.01
            yield self.end(id)
        self.device.time += 0.01
        yield self.event("expired", id=id)

    def event(self, kind, **fields):
        step = (kind, fields.get("id"))
        if kind == "end" and fields["id"] == 0:
            step = ("end", 0)
        return {"event": kind, "t": round(self.device.time, 3), **fields}, step


def stack(holder):
    return [
        "0   Chat                                0x0000000102903a58 "
        "-[UIApplication(GCS) gcs_beginBackgroundTaskWithExpirationHandler:] + 132",
        f"1   Chat                                0x000000010298c9d0 -[{holder[0]} {holder[1]}] + 168",
        "2   UIKitCore                           0x00000001ea5d7c58 "
        "-[UIApplication _applicationDidEnterBackground] + 164",
        "3   Chat                                0x00000001028f7a1c main + 88"]
