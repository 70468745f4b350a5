"""Clients of the ingest socket that post what they have as fast as it is taken, and wait until it is acknowledged."""

import select
import socket
import time

# Numbers the `mark` behind a client's last line: greater than any event's.
LAST = 10 ** 15
BLOCK = 1 << 18


class Feeder:
    """One connection. `data` ends with a mark whose acknowledgement is the end."""

    def __init__(self, path, data):
        self.data = memoryview(bytes(data) + b'{"event":"mark","seq":%d}\n' % LAST)
        self.sent = 0
        self.tail = b""
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.socket.setblocking(False)

    def write(self):
        """Whether all has been written."""
        try:
            while self.sent < len(self.data):
                self.sent += self.socket.send(self.data[self.sent:self.sent + BLOCK])
        except BlockingIOError:
            return False
        return True

    def read(self):
        """Whether the last acknowledgement has come."""
        more = self.socket.recv(1 << 16)
        if not more:
            raise RuntimeError("the daemon closed a connection")
        self.tail = (self.tail + more)[-200:]
        if b'"error"' in self.tail:
            raise RuntimeError(f"the daemon refuses a line: {self.tail!r}")
        return self.tail.endswith(b'{"ack":%d}\n' % LAST)


def post(path, parts, patience=300):
    """Seconds from the first byte to the last acknowledgement, with a client for each of `parts`."""
    feeders = [Feeder(path, part) for part in parts]
    poll = select.epoll()
    known = {feeder.socket.fileno(): feeder for feeder in feeders}
    start = time.monotonic()
    for number in known:
        poll.register(number, select.EPOLLIN | select.EPOLLOUT)
    left = len(feeders)
    while left:
        ready = poll.poll(patience)
        if not ready:
            raise RuntimeError(f"{left} clients waited in vain for {patience} s")
        for number, events in ready:
            feeder = known[number]
            if events & select.EPOLLOUT and feeder.write():
                poll.modify(number, select.EPOLLIN)
            if events & ~select.EPOLLOUT and feeder.read():
                poll.unregister(number)
                left -= 1
    took = time.monotonic() - start
    for feeder in feeders:
        feeder.socket.close()
    poll.close()
    return took
