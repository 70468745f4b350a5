"""What apps on many devices do, event after event, in the order of one clock: what all inputs are written from.

A launch begins and ends tasks that overlap, goes to the background and comes back before its time is up,
and in the end is silent until every deadline has passed. One task in a thousand is never ended.
"""

from collections import deque

# Seconds between two events of the whole input: each of 64 launches then has one every 130 ms, and a task
# is held for some seconds.
STEP = 0.002
# Of the 30 s that an app has in the background.
PHASE_SECONDS = 18.0
# From the last event of a launch to its end.
SILENCE_SECONDS = 60.0
LEAKS = 0.001
OPEN_MAX = 12

NAMES = [f"{area}.{work}" for area in ("upload", "sync", "com.example.chat", "analytics", "CoreData", "geo")
         for work in ("photos", "flush", "messages", "drain", "events", "save", "post", "prefetch")]


class Launch:
    """One launch of an app. `number` counts all launches of an input, `place` those that run at once."""

    def __init__(self, random, number, place, length, time):
        self.number = number
        self.place = place
        self.left = length
        self.is_new = True
        self.pid = 300 + number % 60000
        self.next_id = 1
        self.open = []
        self.background = False
        # Not all in step.
        self.phase_ends = time + random.random() * PHASE_SECONDS

    def remaining(self, time):
        """Background time left, as UIKit would say."""
        return self.phase_ends - time + 30.0 - PHASE_SECONDS


def traffic(random, count, width=64, length=2000, first=1, start=1595421000.0):
    """Gives about `count` steps (time, launch, kind, id, name) of `width` launches at a time, each of about `length`
    events. Launches are numbered
    from `first`. Kinds are hello, begin, end, foreground, background, bye; id and name are 0 where a kind has none.
    """
    draw = random.random
    time = start
    launches = first - 1
    silent = deque()

    def launch(place):
        nonlocal launches
        launches += 1
        # The first ones do not all end at once.
        share = (place + 1) / width if launches < first + width else 0.5 + draw()
        return Launch(random, launches, place, int(length * share) + 2, time)

    running = [launch(place) for place in range(width)]
    left = count
    # Whoever runs has still to end what it began, and to say that it ends itself.
    while left > width * (1 + OPEN_MAX // 2) + len(silent):
        time += STEP
        left -= 1
        if silent and silent[0][0] <= time:
            yield time, silent.popleft()[1], "bye", 0, 0
            continue
        one = running[int(draw() * width)]
        if one.is_new:
            one.is_new = False
            yield time, one, "hello", 0, 0
            continue
        # A device sends some events in one piece.
        for _ in range(min(1 + int(draw() * 8), left)):
            yield time, one, *step(one, time, draw)
            if one.left <= 0:
                silent.append((time + SILENCE_SECONDS, one))
                running[one.place] = launch(one.place)
                left -= 1
                break
            time += STEP
            left -= 1
        left += 1
    for one in running:
        while one.open:
            time += STEP
            yield time, one, "end", one.open.pop(), 0
    for one in [entry[1] for entry in silent] + [one for one in running if not one.is_new]:
        time += STEP
        yield time, one, "bye", 0, 0


def step(one, time, draw):
    """What a launch does next: (kind, id, name)."""
    one.left -= 1
    if one.left <= 0:
        return "background", 0, 0
    if time > one.phase_ends:
        one.phase_ends = time + PHASE_SECONDS
        one.background = not one.background
        return "background" if one.background else "foreground", 0, 0
    opened = one.open
    if opened and (one.left <= len(opened) + 1 or len(opened) >= OPEN_MAX or draw() < 0.5):
        index = int(draw() * len(opened))
        id = opened[index]
        opened[index] = opened[-1]
        opened.pop()
        return "end", id, 0
    id = one.next_id
    # UIKit takes ids itself.
    one.next_id += 1 if draw() < 0.8 else 2
    if draw() >= LEAKS:
        opened.append(id)
    return "begin", id, int(draw() * len(NAMES))
