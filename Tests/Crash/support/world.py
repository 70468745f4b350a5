"""One loop for all that a test plays at once: clients, a service manager, whoever kills."""

import heapq
import selectors
import time

PATIENCE_SECONDS = 60


class World:
    """Calls back for descriptors and times; one thread, nothing is shared."""

    def __init__(self):
        self.selector = selectors.DefaultSelector()
        self.timers = []
        self.count = 0

    def watch(self, file, events, action):
        """`action(events)` is called as long as `file` is ready; a second call changes the events."""
        try:
            self.selector.modify(file, events, action)
        except KeyError:
            self.selector.register(file, events, action)

    def forget(self, file):
        self.selector.unregister(file)

    def after(self, seconds, action):
        self.count += 1
        heapq.heappush(self.timers, (time.monotonic() + seconds, self.count, action))

    def turn(self, longest=0.1):
        """Waits for whatever comes first and handles it."""
        wait = longest
        if self.timers:
            wait = min(wait, max(0, self.timers[0][0] - time.monotonic()))
        for key, events in self.selector.select(wait):
            # An action before this one may have closed the file.
            if self.selector.get_map().get(key.fd) is key:
                key.data(events)
        while self.timers and self.timers[0][0] <= time.monotonic():
            heapq.heappop(self.timers)[2]()

    def run(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.turn(left)

    def run_until(self, what, condition, patience=PATIENCE_SECONDS):
        end = time.monotonic() + patience
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}")
            self.turn()
