"""What the end-to-end scripts share: a daemon with sockets of its own, clients, waiting, counting.

Nothing here sleeps for a fixed time: everything is waited for, with a limit that only a fault reaches.
"""

import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

PATIENCE_SECONDS = 60


def wait_until(what, condition):
    """Returns the first true value of condition()."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.01)


def run_all(tests):
    """Runs the functions, says how each went, ends the program with the last line that is counted."""
    failed = 0
    for test in tests:
        name = test.__name__.replace("_", " ")
        try:
            test()
            print(f"ok     {name}", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED {name}", flush=True)
            traceback.print_exc(file=sys.stdout)
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


class Daemon:
    """bgtaskd in a folder of its own, with a service manager that only listens."""

    def __init__(self, programs, config="", env=None, arguments=None, descriptors_max=None,
                 inherit=None, folder=None, wait=True):
        self.programs = programs
        self.folder = folder or tempfile.mkdtemp(prefix="bgtaskd-")
        self.owns_folder = folder is None
        self.ingest_path = f"{self.folder}/ingest.sock"
        self.control_path = f"{self.folder}/control.sock"
        self.config_path = f"{self.folder}/bgtaskd.conf"
        self.write_config(config)
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(f"{self.folder}/notify{os.urandom(4).hex()}.sock")
        self.manager.setblocking(False)
        self.told = []
        self.errors = open(f"{self.folder}/stderr", "w+b")
        if arguments is None:
            arguments = ["--config", self.config_path, "--ingest", self.ingest_path,
                         "--control", self.control_path]
        command = [f"{programs}/bgtaskd", *arguments]
        environment = {**os.environ, "NOTIFY_SOCKET": self.manager.getsockname(), **(env or {})}
        sockets = list((inherit or {}).values())
        if sockets:
            # Descriptors must be 3, 4, … and LISTEN_PID the daemon's own process.
            moves = "".join(f" {3 + n}<&{s.fileno()}" for n, s in enumerate(sockets))
            names = ":".join(inherit)
            command = ["bash", "-c", f'LISTEN_PID=$$ LISTEN_FDS={len(sockets)} LISTEN_FDNAMES={names} '
                       f'exec "$0" "$@"{moves}', *command]

        def prepare():
            if descriptors_max:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors_max, descriptors_max))

        self.process = subprocess.Popen(
            command, env=environment, stderr=self.errors, stdout=subprocess.PIPE,
            pass_fds=[s.fileno() for s in sockets], preexec_fn=prepare)
        if wait:
            self.wait_told("READY=1")

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.manager.close()
        self.errors.close()
        if self.owns_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def write_config(self, text):
        with open(self.config_path, "w") as file:
            file.write(text)

    def listen(self):
        """Adds what the daemon has told the service manager since to `told`, one text an assignment."""
        while True:
            try:
                message = self.manager.recv(4096).decode()
            except BlockingIOError:
                return self.told
            self.told += message.split("\n")

    def wait_told(self, assignment, count=1):
        def heard():
            if self.process.poll() is not None and self.listen().count(assignment) < count:
                raise AssertionError(f"the daemon ended with {self.process.returncode}: {self.stderr()}")
            return self.listen().count(assignment) >= count
        wait_until(assignment, heard)

    def stderr(self):
        with open(f"{self.folder}/stderr") as file:
            return file.read()

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        self.signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_SECONDS)

    def client(self):
        return Client(self.ingest_path)

    def ctl(self, *arguments, input=None):
        """Runs bgtaskctl against this daemon."""
        env = {**os.environ, "BGTASKD_INGEST": self.ingest_path, "BGTASKD_CONTROL": self.control_path}
        return subprocess.run(
            [f"{self.programs}/bgtaskctl", *arguments], env=env, input=input, text=True,
            capture_output=True, timeout=PATIENCE_SECONDS)

    def status(self):
        return json.loads(self.ctl("status", "--json").stdout)["status"]

    def memory_bytes(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Client:
    """A client of the ingest socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE_SECONDS)
        self.socket.connect(path)
        self.rest = b""

    def send(self, *events):
        """Texts are sent as they are, with a line feed; the rest as JSON."""
        for event in events:
            line = event if isinstance(event, str) else json.dumps(event)
            self.socket.sendall(line.encode() + b"\n")

    def reply(self):
        """The next line from the daemon; None when it has closed."""
        while b"\n" not in self.rest:
            more = self.socket.recv(65536)
            if not more:
                return None
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def sync(self, sequence):
        """Returns once the daemon has audited all that was sent. Needs a hello with ack."""
        self.send({"event": "mark", "seq": sequence})
        while self.reply() != {"ack": sequence}:
            pass

    def close(self):
        self.socket.close()
