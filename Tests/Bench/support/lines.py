"""How the steps of traffic.py are written down: as NDJSON, as an app's console, as a device's syslog."""

from functools import lru_cache
from time import gmtime, strftime

from traffic import NAMES

NAME_BYTES = [name.encode() for name in NAMES]
HOME = [b"Chat", b"Courier", b"Atlas", b"Shop", b"Radio", b"Journal", b"Notes", b"Runner"]


def session(launch):
    return b"%08x" % (launch.number * 2654435761 % (1 << 32))


def process(launch):
    return b"%s%d" % (HOME[launch.place % len(HOME)], launch.place // len(HOME))


def ndjson(steps, stacks=None, acknowledge=False):
    """A line for each step. `stacks`: those of begins, as JSON; each launch prefers some of them."""
    sequences = {}
    pool = len(stacks) if stacks else 0
    turn = 0
    for time, launch, kind, id, name in steps:
        number = launch.number
        sequence = sequences.get(number, 0) + 1
        sequences[number] = sequence
        if kind == "begin":
            about = b""
            if pool:
                # Far apart in the pool, and the same name from the same few places.
                turn += 1
                about = b',"stack":' + stacks[(name * 31 + number * 7 + turn % 3) % pool]
            yield (b'{"event":"begin","seq":%d,"t":%.6f,"session":"%s","id":%d,"name":"%s","handler":true,'
                   b'"remaining":%.2f,"thread":"0x%x","queue":"main"%s}\n'
                   % (sequence, time, session(launch), id, NAME_BYTES[name], launch.remaining(time),
                      0x1a2b00 + number % 7, about))
        elif kind == "end":
            yield (b'{"event":"end","seq":%d,"t":%.6f,"session":"%s","id":%d,"remaining":%.2f,"thread":"0x%x"}\n'
                   % (sequence, time, session(launch), id, launch.remaining(time), 0x1a2b00 + number % 7))
        elif kind == "hello":
            yield (b'{"v":1,"event":"hello","seq":%d,"t":%.6f,"app":"com.example.%s","appVersion":"3.2",'
                   b'"device":"iPhone8,1","os":"iOS 13.5.1","process":"%s","pid":%d,"session":"%s"%s}\n'
                   % (sequence, time, process(launch).lower(), process(launch), launch.pid, session(launch),
                      b',"ack":true' if acknowledge else b""))
        elif kind == "bye":
            del sequences[number]
            yield (b'{"event":"bye","seq":%d,"t":%.6f,"session":"%s"}\n' % (sequence, time, session(launch)))
        else:
            yield (b'{"event":"state","seq":%d,"t":%.6f,"session":"%s","state":"%s"}\n'
                   % (sequence, time, session(launch), kind.encode()))


def stack_pool(random, count=500, frames=20):
    """Distinct stacks as JSON arrays of `callStackSymbols` lines, each of `frames`."""
    classes = ["Uploader", "SyncQueue", "EMClient", "Recorder", "HomeController", "ImageCache", "Mailbox", "Radio"]
    selectors = ["start:", "drain", "flushToDisk", "startTask", "appDidEnterBackground:", "post:", "retryLater"]
    system = [("UIKitCore", "-[UIApplication _applicationDidEnterBackground]"),
              ("CoreFoundation", "__CFRunLoopDoBlocks"), ("CoreFoundation", "CFRunLoopRunSpecific"),
              ("libdispatch.dylib", "_dispatch_client_callout"), ("GraphicsServices", "GSEventRunModal"),
              ("Foundation", "__NSFireDelayedPerform"), ("libdyld.dylib", "start")]
    pool = []
    for number in range(count):
        lines = ["0   Chat 0x0000000102903a58 -[UIApplication(GCS) gcs_beginBackgroundTaskWithName:"
                 "expirationHandler:] + 132"]
        for frame in range(1, frames):
            if frame < 6:
                image = "Chat"
                symbol = f"-[{classes[(number + frame) % 8]}{number % 37} {random.choice(selectors)}]"
            else:
                image, symbol = random.choice(system)
            lines.append(f"{frame:<4}{image} 0x{0x100000000 + random.randrange(1 << 30):016x} {symbol} "
                         f"+ {random.randrange(4, 900, 4)}")
        pool.append(('["' + '","'.join(lines) + '"]').encode())
    return pool


@lru_cache(maxsize=4)
def second(whole, form):
    return strftime(form, gmtime(whole)).encode()


def stamp(time):
    """2020-07-22 12:30:00.123456+0000"""
    whole = int(time)
    return b"%s.%06d+0000" % (second(whole, "%Y-%m-%d %H:%M:%S"), int((time - whole) * 1e6))


def console(steps):
    """What hooks print through NSLog, in the three wordings that are in use; a launch keeps to one."""
    for time, launch, kind, id, name in steps:
        head = b"%s %s[%d:%d] " % (stamp(time), process(launch), launch.pid, launch.pid * 16 + id % 5)
        yield head + message(launch, kind, id, name) + b"\n"


def message(launch, kind, id, name):
    wording = launch.number % 3
    if kind == "begin":
        if wording == 0:
            return b"enter beginBackgroundTaskWithExpirationHandler:%d" % id
        if wording == 1:
            return ("-[UIApplication(GCS) gcs_beginBackgroundTaskWithName:expirationHandler:], "
                    "开启任务名称:%s, ID: %d" % (NAMES[name], id)).encode()
        return b'BGT begin id=%d name="%s" handler=1' % (id, NAME_BYTES[name])
    if kind == "end":
        if wording == 0:
            return b"enter endBackgroundTask:%d" % id
        if wording == 1:
            return "-[UIApplication(GCS) gcs_endBackgroundTask:], 结束任务ID: %d".encode() % id
        return b"BGT end id=%d" % id
    return b"lifecycle " + LIFECYCLE[kind]


LIFECYCLE = {"hello": b"applicationDidBecomeActive", "foreground": b"applicationWillEnterForeground",
             "background": b"applicationDidEnterBackground", "bye": b"applicationWillTerminate"}
