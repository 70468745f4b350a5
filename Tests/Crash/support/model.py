"""What one launch of an app must look like: a reference that knows nothing but begins and ends."""


class Tally:
    """Counts of one launch after some of its events."""

    def __init__(self):
        self.begins = 0
        self.ends = 0
        self.open = set()
        self.ended = set()
        self.double = set()

    def copy(self):
        other = Tally()
        other.begins, other.ends = self.begins, self.ends
        other.open, other.ended, other.double = set(self.open), self.ended, self.double
        return other

    def take(self, step):
        """`step` is ("begin", id), ("end", id) or anything else, which changes nothing."""
        kind, id = step
        if kind == "begin":
            self.begins += 1
            self.open.add(id)
        elif kind == "end":
            self.ends += 1
            if id in self.open:
                self.open.remove(id)
                self.ended = self.ended | {id}
            elif id in self.ended:
                self.double = self.double | {id}

    @property
    def state(self):
        return self.begins, self.ends, tuple(sorted(self.open))


class Launch:
    """The steps of one launch: those that are known to be kept, and those after them.

    The daemon's view is right if it is what comes out after some of the steps, no fewer than those that
    were acknowledged: nothing kept is lost, nothing is counted twice, nothing is taken out of order.
    """

    def __init__(self, key, facts):
        self.key = key
        self.facts = facts
        self.kept = Tally()
        self.tail = []
        self.is_over = False

    def add(self, step):
        self.tail.append(step)

    def keep(self, count=1):
        """The next `count` steps are acknowledged."""
        for step in self.tail[:count]:
            self.kept.take(step)
        del self.tail[:count]

    def complaint(self, begins, ends, outstanding, keeps):
        """None where the daemon's view is right; with `keeps` what it has shown it must show for ever."""
        seen = (begins, ends, tuple(sorted(outstanding)))
        tally = self.kept.copy()
        for count in range(len(self.tail) + 1):
            if tally.state == seen:
                if keeps:
                    self.keep(count)
                return None
            if count < len(self.tail):
                tally.take(self.tail[count])
        return (f"{self.key}: {begins} begins, {ends} ends, outstanding {list(seen[2])}: acknowledged are "
                f"{self.kept.state}, sent {tally.state}")

    @property
    def whole(self):
        tally = self.kept.copy()
        for step in self.tail:
            tally.take(step)
        return tally
