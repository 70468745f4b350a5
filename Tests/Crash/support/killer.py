"""Who ends the daemon: at random instants, and at instants where it hurts."""

import math
import os
import signal

from world import World  # noqa: F401


class Killer:
    """Kills a running daemon and starts it anew until `kills` were made; counts each kind.

    | kind | the daemon is killed |
    | --- | --- |
    | moment | at any time |
    | start | while it starts and takes up its state |
    | reply | at once when an acknowledgement is read |
    | commit | when a file of the state directory has just changed |
    | call | inside a system call, before or after it did its work |
    | reload | while it reads its configuration anew |
    | stop | not: it is stopped in order |
    """

    KINDS = {"moment": 5, "start": 3, "reply": 4, "commit": 4, "call": 6, "reload": 1, "stop": 1}

    def __init__(self, stage, random, kills, shim=None):
        self.stage, self.random, self.shim = stage, random, shim
        self.left = kills
        self.counts = dict.fromkeys(self.KINDS, 0)
        self.kinds = [kind for kind, weight in self.KINDS.items() for _ in range(weight)
                      if shim or kind != "call"]
        self.heard_reply = False
        self.ready_times = []
        self.lives = 0

    def run(self, between):
        """`between()` is called after each start, before anything new is taken."""
        while self.left > 0:
            # The first one was started with the clients.
            kind = self.random.choice(self.kinds) if self.lives else "moment"
            if kind == "call":
                # Few calls reach into the start, many reach far beyond it.
                self.shim.set(after=self.random.randrange(2),
                              countdown=int(math.exp(self.random.uniform(0, math.log(4000)))))
            if self.lives:
                self.stage.start(wait=False)
                if self.wait_ready(kind):
                    between()
            self.lives += 1
            getattr(self, kind)()
            self.finish(kind)
            if self.random.random() < 0.1:
                # The connections' end is seen before anybody listens again.
                self.stage.world.run(self.random.uniform(0, 0.1))
        if self.lives:
            self.stage.start()

    def wait_ready(self, kind):
        """False where it may die before it is ready. It must not die of anything but a kill."""
        if kind in ("start", "call"):
            return False
        self.stage.wait_ready()
        self.ready_times.append(self.stage.manager.ready_after)
        return True

    def finish(self, kind):
        manager = self.stage.manager
        if manager.is_running:
            self.stage.kill()
        if self.shim:
            self.shim.set(countdown=0)
        expected = 0 if kind == "stop" else -signal.SIGKILL
        if manager.status != expected:
            raise AssertionError(f"{kind}: ended with {manager.status}: {self.stage.errors()}")
        self.counts[kind] += 1
        if kind != "stop":
            self.left -= 1

    # Each kind

    def moment(self):
        self.stage.world.run(self.random.uniform(0, 0.4))

    def start(self):
        self.stage.world.run(self.random.uniform(0, 0.05))

    def reply(self):
        self.stage.world.run(self.random.uniform(0, 0.2))
        self.heard_reply = False
        self.stage.world.run_until("an acknowledgement", lambda: self.heard_reply)

    def commit(self):
        self.stage.world.run(self.random.uniform(0, 0.1))
        before = self.files()
        self.stage.world.run_until("a commit", lambda: self.files() != before)
        # The pieces of a commit lie this far apart.
        self.stage.world.run(self.random.choice((0, 0, self.random.uniform(0, 0.004))))

    def call(self):
        """Usually its countdown ends it. A daemon with nothing to do makes no calls."""
        manager = self.stage.manager
        end = self.random.uniform(0.5, 1.5)
        late = []
        self.stage.world.after(end, lambda: late.append(True))
        self.stage.world.run_until("its end", lambda: not manager.is_running or late)

    def reload(self):
        self.stage.world.run(self.random.uniform(0, 0.1))
        self.stage.manager.signal(signal.SIGHUP)
        self.stage.world.run(self.random.uniform(0, 0.05))

    def stop(self):
        self.stage.world.run(self.random.uniform(0, 0.2))
        self.stage.kill(signal.SIGTERM)

    def files(self):
        seen = []
        for entry in os.scandir(self.stage.state):
            try:
                about = entry.stat()
                seen.append((entry.name, about.st_size, about.st_mtime_ns))
            except FileNotFoundError:
                pass
        return sorted(seen)
