"""A daemon with a state directory, its sockets, and what can be done to it."""

import contextlib
import json
import os
import resource
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading

from manager import Manager
from world import World


class Stage:
    """With `stores`, sockets and connections live with the service manager; else they die with the daemon."""

    def __init__(self, programs, config="", stores=False, folder=None, state=None, environment=None):
        self.programs = programs
        self.folder = tempfile.mkdtemp(prefix="bgtaskd-crash-", dir=folder)
        os.chmod(self.folder, 0o755)
        self.state = state or f"{self.folder}/state"
        os.makedirs(self.state, mode=0o700, exist_ok=True)
        self.ingest_path = f"{self.folder}/ingest.sock"
        self.control_path = f"{self.folder}/control.sock"
        self.config_path = f"{self.folder}/bgtaskd.conf"
        self.environment = environment or {}
        with open(self.config_path, "w") as file:
            file.write(config)
        self.world = World()
        self.manager = Manager(self.world, self.folder, stores)
        self.command = [f"{programs}/bgtaskd", "--config", self.config_path, "--state", self.state]
        self.sockets = {}
        if stores:
            self.sockets = {"ingest": listening(self.ingest_path), "control": listening(self.control_path)}
        else:
            self.command += ["--ingest", self.ingest_path, "--control", self.control_path]

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.manager.end()
        for made in self.sockets.values():
            made.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, wait=True):
        self.manager.spawn(self.command, self.environment, self.sockets)
        if wait:
            self.wait_ready()

    def wait_ready(self):
        def heard():
            if not self.manager.is_running:
                raise AssertionError(f"the daemon ended with {self.manager.status}: {self.errors()}")
            return self.manager.is_ready
        self.world.run_until("readiness", heard)

    def listen_meanwhile(self):
        """For tests that wait elsewhere than in the world: whoever is not heard by its service manager is
        held up by it."""
        def listen():
            with contextlib.suppress(OSError, ValueError):  # it is closed
                while True:
                    select.select([self.manager.socket], [], [], 0.1)
                    self.manager.listen()
        threading.Thread(target=listen, daemon=True).start()

    def kill(self, number=signal.SIGKILL):
        """Sends the signal and waits for the end."""
        self.manager.signal(number)
        self.world.run_until("the end", lambda: not self.manager.is_running)

    def errors(self):
        with open(f"{self.folder}/stderr", errors="replace") as file:
            return file.read()[-4000:]

    # Asking it

    def ask(self, request):
        """The answer in JSON, while the world stands still."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as made:
            made.settimeout(600)
            made.connect(self.control_path)
            made.sendall(json.dumps({"v": 1, "request": request, "format": "json", "all": True}).encode() + b"\n")
            answer = b"".join(iter(lambda: made.recv(1 << 20), b""))
        header, body = answer.split(b"\n", 1)
        if not json.loads(header).get("ok"):
            raise AssertionError(f"{request}: {header}")
        return json.loads(body)[request]

    def ctl(self, *arguments):
        """What bgtaskctl prints, whatever it returns."""
        environment = {**os.environ, "BGTASKD_CONTROL": self.control_path, "BGTASKD_INGEST": self.ingest_path}
        return subprocess.run([f"{self.programs}/bgtaskctl", *arguments], env=environment, text=True,
                              capture_output=True, timeout=600)

    def audit(self, path):
        """The offline report of a log."""
        done = self.ctl("audit", "--format", "json", "--all", "--config", self.config_path, path)
        if done.returncode not in (0, 1):
            raise AssertionError(f"audit of {path}: {done.returncode}: {done.stderr}")
        return json.loads(done.stdout)


def listening(path):
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.bind(path)
    made.listen(4096)
    return made


def raise_descriptor_limit(wanted):
    """As far as it goes; returns what is had."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), max(hard, wanted)))
    except (ValueError, PermissionError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
