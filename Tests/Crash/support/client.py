"""A client of the ingest socket that keeps what is not acknowledged and sends it again."""

import collections
import json
import selectors
import socket

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Entry:
    """Some bytes that are told together: a launch's `hello`, one of its events, its last one."""

    __slots__ = ("bytes", "launch", "sequence", "is_hello", "is_last")

    def __init__(self, data, launch, sequence=None, is_hello=False, is_last=False):
        self.bytes = data
        self.launch = launch
        self.sequence = sequence
        self.is_hello = is_hello
        self.is_last = is_last


class Client:
    """Sends entries in their order. One with `acks` comes back after a break and goes on where it was heard.

    Lines leave in pieces: now and then half a line is written, and the rest much later, or never: one that
    sends again what was not acknowledged also breaks connections itself.
    """

    def __init__(self, world, path, name, random, acks):
        self.world, self.path, self.name, self.random, self.acks = world, path, name, random, acks
        self.pending = collections.deque()
        self.introduced = []  # hellos of launches that go on and whose hello is not pending
        self.unsent = 0  # position in pending of what was not yet handed to the socket
        self.out = bytearray()
        self.socket = None
        self.rest = b""
        self.breaks = 0
        self.acknowledgements = 0
        self.sent_again = 0
        self.is_held = False
        self.is_done = False
        self.replies = []
        self.on_acknowledgement = lambda: None
        self.on_break = lambda: None

    def connect(self):
        """Tries until somebody listens."""
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            made.connect(self.path)
        except OSError:
            made.close()
            self.world.after(self.random.uniform(0.005, 0.03), self.connect)
            return
        self.socket = made
        self.rest = b""
        self.world.watch(made, READ, self.ready)
        self.out = bytearray(b"".join(entry.bytes for entry in self.introduced))
        self.unsent = 0
        self.pump()

    def append(self, entry):
        self.pending.append(entry)

    @property
    def is_empty(self):
        return not self.pending and not self.out

    # Out

    def pump(self):
        if self.socket is None or self.is_held:
            return
        while True:
            while self.unsent < len(self.pending) and len(self.out) < 1 << 15:
                self.out += self.pending[self.unsent].bytes
                self.unsent += 1
            if not self.out:
                break
            count = len(self.out)
            if self.random.random() < 0.05:
                zero = self.out.find(b"\0")
                count = zero + 2 if zero >= 0 else self.random.randrange(1, count + 1)
                self.hold(self.random.uniform(0, 0.2))
            try:
                written = self.socket.send(self.out[:count])
            except BlockingIOError:
                self.world.watch(self.socket, READ | WRITE, self.ready)
                return
            except OSError:
                return self.lose()
            del self.out[:written]
            if self.acks and self.random.random() < 0.002:
                return self.lose(is_own=True)
            if self.is_held:
                break
        if not self.acks and not self.out:
            while self.unsent:
                self.pop()
        self.world.watch(self.socket, READ, self.ready)

    def hold(self, seconds):
        self.is_held = True

        def release():
            self.is_held = False
            self.pump()
        self.world.after(seconds, release)

    # In

    def ready(self, events):
        if events & READ:
            try:
                more = self.socket.recv(1 << 16)
            except BlockingIOError:
                more = None
            except OSError:
                more = b""
            if more == b"":
                return self.lose()
            if more:
                self.take(more)
        self.pump()

    def take(self, more):
        *lines, self.rest = (self.rest + more).split(b"\n")
        for line in lines:
            reply = json.loads(line)
            if "ack" in reply:
                self.acknowledge(reply["ack"])
            else:
                self.replies.append(reply)

    def acknowledge(self, sequence):
        if not any(entry.sequence == sequence for entry in self.pending):
            return
        while True:
            entry = self.pop()
            if entry.sequence == sequence:
                break
        self.acknowledgements += 1
        self.on_acknowledgement()

    def pop(self):
        entry = self.pending.popleft()
        self.unsent = max(0, self.unsent - 1)
        if entry.is_hello:
            self.introduced.append(entry)
        elif self.acks:
            entry.launch.keep()
        if entry.is_last:
            self.introduced = [hello for hello in self.introduced if hello.launch is not entry.launch]
        return entry

    def lose(self, is_own=False):
        self.breaks += not is_own
        self.world.forget(self.socket)
        self.socket.close()
        self.socket = None
        self.sent_again += self.unsent
        self.out = bytearray()
        self.on_break()
        if not self.is_done:
            self.world.after(self.random.uniform(0, 0.02), self.connect)

    def close(self):
        self.is_done = True
        if self.socket is not None:
            self.world.forget(self.socket)
            self.socket.close()
            self.socket = None
