"""How an app's events are written: as NDJSON events, or as the lines that hooks log."""

import json
from datetime import datetime, timezone


def hello(facts):
    return json_line({"v": 1, "event": "hello", "ack": True, **facts})


def event(fields, sequence=None, session=None):
    """`session` is named by events of a connection that speaks for several launches."""
    extra = {} if sequence is None else {"seq": sequence}
    if session:
        extra["session"] = session
    return json_line({**fields, **extra})


def json_line(fields):
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


class LoggedLines:
    """Lines as NSLog writes them. One launch keeps to one wording."""

    def __init__(self, process, pid, is_product):
        self.prefix = f"{process}[{pid}:{pid * 16}] "
        self.is_product = is_product

    def lines(self, fields):
        time = datetime.fromtimestamp(fields["t"], timezone.utc)
        stamp = time.strftime("%Y-%m-%d %H:%M:%S.") + f"{time.microsecond:06}+0000 "
        text = "".join(f"{stamp}{self.prefix}{line}\n" for line in [self.message(fields)])
        if "stack" in fields:
            frames = "".join(f"\t{frame}\n" for frame in fields["stack"])
            text += f"{stamp}{self.prefix}(\n{frames})\n"
        return text.encode()

    def message(self, fields):
        kind, id = fields["event"], fields.get("id")
        if kind == "begin":
            name = f' name="{fields["name"]}"' if "name" in fields else ""
            return (f"BGT begin id={id}{name} handler=1" if self.is_product
                    else f"enter beginBackgroundTaskWithExpirationHandler:{id}")
        if kind == "end":
            return f"BGT end id={id}" if self.is_product else f"enter endBackgroundTask:{id}"
        if kind == "expire":
            return f"BGT expire id={id}"
        if kind == "expired":
            return f"BGT expire-return id={id}"
        if kind == "state":
            return "lifecycle application" + ("DidEnterBackground" if fields["state"] == "background"
                                              else "WillEnterForeground")
        # Anything that only shows the time.
        return "heartbeat"


def trap(id):
    """No line of any format, unless the zeros at the end of what was read last are lost."""
    return b"BG\0\0\0T begin id=%d\n" % id


def bare_line(fields):
    """Without time, process or state: begins and ends alone; None for the rest."""
    if fields["event"] == "begin":
        return b"enter beginBackgroundTaskWithExpirationHandler:%d\n" % fields["id"]
    if fields["event"] == "end":
        return b"enter endBackgroundTask:%d\n" % fields["id"]
    return None
