"""What the load scripts share: clients that only post and wait, floods in processes of their own, figures."""

import contextlib
import json
import os
import random
import signal
import socket
import time

HELLO = {"v": 1, "event": "hello", "app": "com.example.chat", "os": "iOS 13.5.1", "ack": True}


def line(**fields):
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


class Poster:
    """A client that posts and waits."""

    def __init__(self, path, session, **facts):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.socket.settimeout(120)
        self.rest = b""
        self.sequence = 0
        self.acknowledged = 0
        self.others = []
        self.socket.sendall(line(**{**HELLO, "process": session, "session": session, **facts}))

    def tell(self, event, **fields):
        self.sequence += 1
        self.socket.sendall(line(event=event, seq=self.sequence, **fields))

    def wait(self, sequence=None):
        """Until that much is acknowledged; by itself all that was told."""
        while self.acknowledged < (sequence or self.sequence):
            self.reply()

    def reply(self):
        while b"\n" not in self.rest:
            more = self.socket.recv(1 << 16)
            if not more:
                raise AssertionError("the daemon closed the connection")
            self.rest += more
        first, self.rest = self.rest.split(b"\n", 1)
        reply = json.loads(first)
        if "ack" in reply:
            self.acknowledged = reply["ack"]
        else:
            self.others.append(reply)

    def has_reply(self, seconds):
        """Whether a reply comes within that time."""
        self.socket.settimeout(seconds)
        try:
            self.reply()
            return True
        except TimeoutError:
            return False
        finally:
            self.socket.settimeout(120)

    def close(self):
        self.socket.close()


def latencies(path, session, seconds):
    """How long a client waits for the acknowledgement of one event, over and over, in milliseconds."""
    poster = Poster(path, session)
    times = []
    end = time.monotonic() + seconds
    id = 0
    while time.monotonic() < end:
        id += 1
        start = time.monotonic()
        poster.tell("begin", t=time.time(), id=id)
        poster.tell("end", t=time.time(), id=id)
        poster.wait()
        times.append((time.monotonic() - start) * 1000)
        # Not in step with the commits.
        time.sleep(random.uniform(0, 0.02))
    poster.close()
    return sorted(times)


def percentiles(times):
    return f"{times[len(times) // 2]:.0f} ms p50, {times[len(times) * 99 // 100]:.0f} ms p99"


@contextlib.contextmanager
def beside(work):
    """Runs `work()` in a process of its own as long as the body runs."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        try:
            work()
        except BaseException as error:
            os.write(2, f"{work.__name__}: {error!r}\n".encode())
        finally:
            os._exit(0)
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def pour(path, blocks):
    """Writes as fast as the daemon reads, and reads no reply."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.connect(path)
    for block in blocks:
        made.sendall(block)
    return made


def mebibytes(count):
    return f"{count / (1 << 20):.0f} MiB"


def thousands(count):
    return f"{count:,}".replace(",", " ")
