"""Inputs that differ in one thing: how many tasks are open at a time."""

from lines import NAME_BYTES

# As many as a stream may speak for at once, nearly. With one session, its pile-up would be what is measured.
SESSIONS = 200
LENGTH = max(len(name) for name in NAME_BYTES)
NAMES = [name.ljust(LENGTH, b"x") for name in NAME_BYTES]
# All lie within half a minute, and the apps in the foreground: no task is late, none is held for long.
SECONDS = 20.0
STACK = (b'["0   Chat 0x0000000102903a58 -[Uploader start:] + 132","1   Chat 0x00000001028f7a1c main + 88"]')


def ladder(random, held, tasks, sessions=SESSIONS):
    """`tasks` begins and as many ends, of which `held` are open from the `held`th begin on until the last.

    Which one ends is drawn among all. Every line has the same length, whatever `held` is.
    """
    draw = random.random
    yield from opening(sessions)
    step = SECONDS / (2 * tasks)
    time = 1595421000.0
    sequence = [100000] * sessions
    ids = [10000000] * sessions
    opened = []
    begun = 0
    names = len(NAMES)
    while begun < tasks or opened:
        time += step
        if begun == tasks or len(opened) == held:
            index = int(draw() * len(opened))
            one, id = opened[index]
            opened[index] = opened[-1]
            opened.pop()
            sequence[one] += 1
            yield b'{"event":"end","seq":%d,"t":%.6f,"session":"app%03d","id":%d,"thread":"0x1a2b00"}\n' % (
                sequence[one], time, one, id)
        if begun < tasks:
            one = begun % sessions
            sequence[one] += 1
            ids[one] += 1
            opened.append((one, ids[one]))
            yield (b'{"event":"begin","seq":%d,"t":%.6f,"session":"app%03d","id":%d,"name":"%s","handler":true,'
                   b'"thread":"0x1a2b00"}\n' % (sequence[one], time, one, ids[one], NAMES[begun % names]))
            begun += 1


def held(random, tasks, sessions=SESSIONS):
    """All are begun, then all are ended. The sessions are of all sizes from one to twice the least: what is kept
    in tables that double is counted with what it takes on the average."""
    yield from opening(sessions)
    weights = [2 ** (one / sessions) for one in range(sessions)]
    share = tasks / sum(weights)
    counts = [int(weight * share) for weight in weights]
    turns = [one for one, count in enumerate(counts) for _ in range(count)]
    random.shuffle(turns)
    step = SECONDS / (2 * len(turns))
    time = 1595421000.0
    last = [0] * sessions
    for number, one in enumerate(turns):
        time += step
        last[one] += 1
        yield (b'{"event":"begin","seq":%d,"t":%.6f,"session":"app%03d","id":%d,"name":"%s","handler":true,'
               b'"stack":%s}\n' % (last[one], time, one, last[one], NAMES[number % len(NAMES)], STACK))
    ended = [0] * sessions
    for one in turns:
        time += step
        ended[one] += 1
        yield b'{"event":"end","seq":%d,"t":%.6f,"session":"app%03d","id":%d}\n' % (
            last[one] + ended[one], time, one, ended[one])


def opening(sessions):
    for one in range(sessions):
        yield (b'{"v":1,"event":"hello","t":1595421000,"app":"com.example.app%03d","os":"iOS 13.5.1",'
               b'"process":"App%03d","pid":%d,"session":"app%03d"}\n' % (one, one, 300 + one, one))
        yield b'{"event":"state","t":1595421000,"session":"app%03d","state":"foreground"}\n' % one
