"""What the scripts in the container share: the installed service, its journal, and people of no privilege.

Each test begins with `fresh`, so none depends on another. Nothing sleeps for a fixed time but where a
time has to pass by itself; everything else is waited for.
"""

import grp
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import Client, wait_until  # noqa: E402

UNIT = "bgtaskd.service"
SOCKETS = ["bgtaskd.socket", "bgtaskd-control.socket"]
INGEST = "/run/bgtaskd/ingest.sock"
CONTROL = "/run/bgtaskd/control.sock"
# DynamicUser= puts it out of everybody's sight and leaves a link at /var/lib/bgtaskd.
STATE = pathlib.Path("/var/lib/private/bgtaskd")
DROP_INS = pathlib.Path(f"/run/systemd/system/{UNIT}.d")
CONFIGURATION = pathlib.Path("/etc/bgtaskd/bgtaskd.conf.d/90-test.conf")
HELLO = {"v": 1, "event": "hello", "app": "com.example.chat", "process": "Chat", "pid": 4312, "ack": True}


def run(*command, check=True, **options):
    done = subprocess.run(command, text=True, capture_output=True, timeout=120, **options)
    if check and done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: {done.returncode}: {done.stdout}{done.stderr}")
    return done


def systemctl(*words, check=True):
    return run("systemctl", *words, check=check).stdout.strip()


def prop(name, unit=UNIT):
    return systemctl("show", "-P", name, unit)


def systemd_version():
    return int(systemctl("--version").split()[1])


def main_pid():
    """The daemon's, once it runs."""
    def running():
        shown = dict(line.split("=", 1) for line in systemctl(
            "show", "-p", "SubState", "-p", "MainPID", UNIT).splitlines())
        return shown["SubState"] == "running" and int(shown["MainPID"])
    return wait_until("the daemon to run", running)


def restarted_from(pid):
    return wait_until("a new process", lambda: (now := main_pid()) != pid and now)


def fresh(config="", drop_in=None):
    """A service that has never run, idle, with its sockets open."""
    # A connection of the test before may just be starting the service, which cancels the stop of its sockets.
    wait_until("all to stop", lambda: run("systemctl", "stop", UNIT, *SOCKETS, check=False).returncode == 0)
    systemctl("clean", "--what=all", UNIT, check=False)
    if os.path.ismount(STATE):
        run("umount", STATE)
    for entry in STATE.iterdir() if STATE.exists() else []:
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    CONFIGURATION.write_text(config)
    shutil.rmtree(DROP_INS, ignore_errors=True)
    if drop_in:
        DROP_INS.mkdir(parents=True)
        (DROP_INS / "test.conf").write_text(drop_in)
    systemctl("daemon-reload")
    systemctl("reset-failed", check=False)
    systemctl("start", *SOCKETS)
    mark_journal()


def mark_journal():
    """What `journal` shows from now on is younger than this."""
    global cursor
    run("journalctl", "--sync")
    cursor = run("journalctl", "-n", "0", "--show-cursor").stdout.split("-- cursor: ")[1].strip()


def journal(*words):
    """Of all programs: journalctl passes over the first entry after a cursor that a match leaves out."""
    run("journalctl", "--sync")
    return subprocess.run(["journalctl", "-q", "--no-pager", "--all", "--after-cursor", cursor, *words],
                          capture_output=True, check=True).stdout


def entries(**fields):
    """The daemon's own entries since `fresh` that have these fields, oldest first."""
    wanted = {"SYSLOG_IDENTIFIER": "bgtaskd", **fields}
    shown = map(json.loads, journal("-o", "json").splitlines())
    return [entry for entry in shown if wanted.items() <= {k: v for k, v in entry.items() if type(v) is str}.items()]


def findings_told(rule):
    return entries(BGTASK_RULE=rule)


class Person:
    """Somebody without privilege, in these groups."""

    def __init__(self, number, *groups):
        self.number = number
        self.groups = [grp.getgrnam(name).gr_gid for name in groups]

    def become(self):
        os.setgroups(self.groups)
        os.setresgid(self.number, self.number, self.number)
        os.setresuid(self.number, self.number, self.number)

    def run(self, *command, input=None):
        return run(*command, check=False, input=input, preexec_fn=self.become, cwd="/")

    def connect(self, path):
        """A connected socket whose other end is told this person's ids; or the error."""
        ours, theirs = socket.socketpair()
        if os.fork() == 0:
            try:
                self.become()
                made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                made.connect(path)
                socket.send_fds(theirs, [b"ok"], [made.fileno()])
            except OSError as error:
                theirs.send(str(error.errno).encode())
            finally:
                os._exit(0)
        theirs.close()
        said, descriptors, _, _ = socket.recv_fds(ours, 16, 1)
        ours.close()
        os.wait()
        if said != b"ok":
            raise OSError(int(said), os.strerror(int(said)))
        return socket.socket(fileno=descriptors[0])


class Root:
    """Who runs the tests; may connect without a detour."""

    def connect(self, path):
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        made.connect(path)
        return made


# Members of one group, of both, of none. Each a user of its own.
POSTER = Person(2001, "bgtaskd-clients")
OTHER_POSTER = Person(2002, "bgtaskd-clients")
ADMIN = Person(2003, "bgtaskd-admins")
BOTH = Person(2004, "bgtaskd-clients", "bgtaskd-admins")
STRANGER = Person(2005)
ROOT = Root()


class App(Client):
    """An app on the ingest socket that numbers its events and waits for acknowledgements."""

    def __init__(self, person=POSTER, session=None, **hello):
        self.socket = person.connect(INGEST)
        self.socket.settimeout(60)
        self.rest = b""
        self.sequence = 0
        self.acknowledged = 0
        names = {"session": session} if session else {}
        self.send({**HELLO, **names, **hello})

    def tell(self, event, **more):
        """Sends one event and waits for nothing."""
        self.sequence += 1
        self.send({"event": event, "seq": self.sequence, **more})

    def settle(self):
        """Returns once all that was told is acknowledged, which is to say, on disk."""
        while self.acknowledged < self.sequence:
            reply = self.reply()
            assert reply is not None, "the connection has ended"
            assert list(reply) == ["ack"], reply
            # A daemon that came back may say again what is safe.
            assert self.acknowledged <= reply["ack"] <= self.sequence, (self.acknowledged, reply)
            self.acknowledged = reply["ack"]
        return self

    def does(self, event, **more):
        self.tell(event, **more)
        return self.settle()

    def hears_nothing(self, seconds):
        """Whether no reply comes for so long; the one place where time has to pass."""
        self.socket.settimeout(seconds)
        try:
            return not self.socket.recv(65536, socket.MSG_PEEK)
        except TimeoutError:
            return True
        finally:
            self.socket.settimeout(60)


def ctl(*words, person=ADMIN, input=None):
    return person.run("/usr/local/bin/bgtaskctl", *words, input=input)


def asked(*words, **options):
    """What the daemon answers, as JSON."""
    done = ctl(*words, "--json", **options)
    assert done.returncode == 0, done
    return json.loads(done.stdout)


def outstanding():
    """Ids of the outstanding tasks, ascending."""
    return sorted(task["task"] for task in asked("outstanding")["outstanding"])


def clients():
    return asked("status")["status"]["clients"]
