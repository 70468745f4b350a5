"""Who plays apps through clients: launch after launch, until told to finish."""

import os
import selectors
import subprocess
from collections import deque

import dialect
from client import Client, Entry
from model import Launch
from script import App, Device

WINDOW = 400  # entries that wait to be acknowledged


class Player:
    """One app, or several that speak over one connection, and the record of all that they say."""

    def __init__(self, stage, name, random, lanes=1, acks=True, named=True, logs=False, stacks=False,
                 says_bye=True):
        self.stage, self.name, self.random = stage, name, random
        self.acks, self.named, self.logs, self.says_bye = acks, named, logs, says_bye
        self.client = Client(stage.world, stage.ingest_path, name, random, acks)
        self.device = Device()
        self.lanes = [self.launches(App(random, self.device, stacks=stacks), lane, lanes)
                      for lane in range(lanes)]
        self.launched = []
        self.is_finishing = False
        self.is_final = True  # all of it must be there in the end
        self.record_path = f"{stage.folder}/{name}.log"
        self.record = open(self.record_path, "wb")

    def start(self):
        self.client.connect()
        self.tick()

    def tick(self):
        for _ in range(self.random.randrange(1, 12)):
            if self.lanes and len(self.client.pending) < WINDOW:
                lane = self.random.choice(self.lanes)
                entry = next(lane, None)
                if entry is None:
                    self.lanes.remove(lane)
                else:
                    self.tell(entry)
        self.client.pump()
        if self.lanes:
            self.stage.world.after(self.random.uniform(0.005, 0.05), self.tick)

    def tell(self, entry):
        self.record.write(entry.bytes)
        self.client.append(entry)

    def finish(self):
        """The launches that are under way are played to their end."""
        self.is_finishing = True

    @property
    def is_done(self):
        return not self.lanes and self.client.is_empty

    def close(self):
        self.client.close()
        self.record.close()

    # What is said

    def launches(self, app, lane, lanes):
        while not self.is_finishing:
            launch = self.launch(lane)
            app.ids_twice = self.random.random() < 0.7
            length = self.random.randrange(20, 250)
            if self.logs:
                yield from self.logged(app, launch, length)
            else:
                yield from self.told(app, launch, length, lanes > 1)
        if self.logs and self.says_bye:
            yield Entry(dialect.json_line({"event": "bye"}), launch, is_last=True)

    def launch(self, lane):
        number = len(self.launched) + 1
        facts = {"app": "com.example.chat", "device": f"iPhone-{self.name}", "os": "iOS 12.4",
                 "process": f"Chat-{self.name}-{lane}", "pid": 1000 + number}
        if self.named:
            facts["session"] = f"{self.name}-{lane}-{number}"
        launch = Launch(f"{facts['process']}[{facts['pid']}]", facts)
        self.launched.append(launch)
        return launch

    def told(self, app, launch, length, shares):
        # Unique on the connection, and without gaps within the launch.
        sequence = len(self.launched) * 1_000_000
        session = launch.facts.get("session") if shares else None
        yield Entry(dialect.hello(launch.facts), launch, is_hello=True)
        for fields, step in app.launch(length):
            sequence += 1
            launch.add(step)
            yield Entry(dialect.event(fields, sequence, session), launch, sequence)
        launch.add(("bye", None))
        bye = dialect.event({"event": "bye"}, sequence + 1, session)
        yield Entry(bye, launch, sequence + 1, is_last=True)

    def logged(self, app, launch, length):
        lines = dialect.LoggedLines(
            launch.facts["process"], launch.facts["pid"], self.random.random() < 0.5)
        for fields, step in app.launch(length):
            launch.add(step)
            yield Entry(lines.lines(fields), launch)
            if self.random.random() < 0.05:
                launch.add(("trap", None))
                yield Entry(dialect.trap(900), launch)


class Passerby(Player):
    """Logs without acknowledgements, and begins a new launch where a connection broke."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, acks=False, logs=True, named=False, **options)
        self.is_final = False
        self.client.on_break = self.anew

    def anew(self):
        self.client.pending.clear()
        self.client.unsent = 0
        if not self.is_finishing:
            self.lanes = [self.launches(App(self.random, self.device), 0, 1)]


class Poster(Player):
    """The same through `bgtaskctl post -`, which nobody sees acknowledgements of."""

    def __init__(self, stage, name, random, bare=False):
        super().__init__(stage, name, random, acks=False, logs=True, named=False, stacks=not bare,
                         says_bye=False)
        self.bare = bare
        self.client = Pipe(stage, [*(["--device", f"iPhone-{name}"] if bare else [])])
        if bare:
            self.lanes = [self.bare_lines(App(random, self.device, ids_twice=False))]

    def start(self):
        self.client.start()
        self.tick()

    def tick(self):
        super().tick()
        if not self.lanes:
            self.client.end()

    @property
    def is_done(self):
        return not self.lanes and self.client.status is not None

    def bare_lines(self, app):
        """One launch as long as the test: without pid and time only ids that grow are of one launch."""
        launch = Launch(f"iPhone-{self.name}", {"device": f"iPhone-{self.name}"})
        self.launched.append(launch)
        for fields, step in app.launch(1 << 30):
            line = dialect.bare_line(fields)
            if line:
                launch.add(step)
                yield Entry(line, launch)
            if self.is_finishing:
                return


class Pipe:
    """`bgtaskctl post -`, fed line by line."""

    def __init__(self, stage, options):
        self.stage = stage
        self.command = [f"{stage.programs}/bgtaskctl", "post", "-", "--bye", "--socket", stage.ingest_path,
                        *options]
        self.pending = deque()
        self.out = bytearray()
        self.status = None
        self.is_over = False
        self.breaks = 0

    def start(self):
        errors = open(f"{self.stage.folder}/post.stderr", "ab")
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=errors, stderr=errors)
        errors.close()
        os.set_blocking(self.process.stdin.fileno(), False)
        self.life = os.pidfd_open(self.process.pid)
        self.stage.world.watch(self.life, selectors.EVENT_READ, self.reap)

    def append(self, entry):
        self.out += entry.bytes

    def pump(self):
        if self.is_over:
            return
        try:
            if self.out:
                del self.out[:os.write(self.process.stdin.fileno(), self.out)]
        except BlockingIOError:
            pass

    def end(self):
        if self.out:
            self.pump()
            self.stage.world.after(0.01, self.end)
        elif not self.is_over:
            self.is_over = True
            self.process.stdin.close()

    def reap(self, _):
        self.status = self.process.wait()
        self.stage.world.forget(self.life)
        os.close(self.life)

    def close(self):
        if self.status is None:
            self.process.kill()
            self.process.wait()
        self.process.stdin.close()
