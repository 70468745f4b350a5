"""A service manager for one service: sockets, readiness, and a store of descriptors that survives it."""

import array
import os
import resource
import select
import signal
import socket
import time

FIRST = 3  # SD_LISTEN_FDS_START


def identity(file):
    about = os.fstat(file)
    return about.st_dev, about.st_ino


class Manager:
    """Starts one program over and over. With `stores`, what it hands over by FDSTORE=1 comes back to it.

    As in systemd: a name may hold several descriptors, one whose peer hangs up is dropped unless it
    came with FDPOLL=0, and what is dropped is forgotten without a word.
    """

    def __init__(self, world, folder, stores, store_max=20000):
        self.world = world
        self.folder = folder
        self.store_max = store_max if stores else 0
        self.store = []  # (name, descriptor, polls)
        self.known = set()
        self.told = []
        self.pid = None
        self.status = None
        self.started = 0.0
        self.ready_after = None
        self.log = open(f"{folder}/stderr", "ab", buffering=0)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 << 20)
        self.socket.setblocking(False)
        self.socket.bind(f"{folder}/notify")
        world.watch(self.socket, 1, lambda _: self.listen())

    @property
    def is_running(self):
        return self.pid is not None

    @property
    def is_ready(self):
        return self.is_running and self.ready_after is not None

    def spawn(self, command, environment=None, sockets=None):
        """`sockets`: what it listens on, by name; passed before what is stored."""
        assert not self.is_running
        self.drop_dead()
        passed = [(name, made.fileno()) for name, made in (sockets or {}).items()]
        passed += [(name, descriptor) for name, descriptor, _ in self.store]
        variables = {**os.environ, "NOTIFY_SOCKET": f"{self.folder}/notify", **(environment or {})}
        if self.store_max:
            variables["FDSTORE"] = str(self.store_max)
        self.ready_after, self.status, self.told = None, None, []
        self.started = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            self.become(command, variables, passed)
        self.life = os.pidfd_open(self.pid)
        self.world.watch(self.life, 1, lambda _: self.reap())

    def become(self, command, variables, passed):
        """In the child: descriptors from 3 on, and nothing else but the standard ones."""
        try:
            top = max([FIRST + len(passed), *[fd + 1 for _, fd in passed]])
            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            if top + len(passed) > soft:
                resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            os.dup2(self.log.fileno(), 2)
            for index, (_, fd) in enumerate(passed):
                os.dup2(fd, top + index)
            for index in range(len(passed)):
                os.dup2(top + index, FIRST + index)
            os.closerange(FIRST + len(passed), top + len(passed) + 64)
            if passed:
                variables |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": str(len(passed)),
                              "LISTEN_FDNAMES": ":".join(name for name, _ in passed)}
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.execve(command[0], command, variables)
        except BaseException as error:
            os.write(2, f"cannot start {command}: {error}\n".encode())
        finally:
            os._exit(127)

    # What it says

    def listen(self):
        while True:
            try:
                space = socket.CMSG_SPACE(256 * array.array("i").itemsize)
                message, extra, _, _ = self.socket.recvmsg(1 << 16, space)
            except BlockingIOError:
                return
            files = array.array("i")
            for level, kind, data in extra:
                if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                    files.frombytes(data[:len(data) - len(data) % files.itemsize])
            self.take(message.decode(), list(files))

    def take(self, message, files):
        lines = message.split("\n")
        fields = dict(line.split("=", 1) for line in lines if "=" in line)
        self.told += [line for line in lines if line]
        if fields.get("READY") == "1" and self.ready_after is None:
            self.ready_after = time.monotonic() - self.started
        name = fields.get("FDNAME", "stored")
        if fields.get("FDSTORE") == "1":
            self.keep(name, files, fields.get("FDPOLL") != "0")
            files = []
        if fields.get("FDSTOREREMOVE") == "1":
            self.remove(name)
        # Of BARRIER=1 the end that closes is the answer.
        for file in files:
            os.close(file)

    def keep(self, name, files, polls):
        for file in files:
            if identity(file) in self.known or len(self.store) >= self.store_max:
                os.close(file)
            else:
                self.known.add(identity(file))
                self.store.append((name, file, polls))

    def remove(self, name):
        self.drop(lambda known, _: known == name)

    def drop_dead(self):
        """systemd polls for hang-ups all the time; they matter only when descriptors are handed over."""
        poll = select.poll()
        for _, file, polls in self.store:
            if polls:
                poll.register(file, 0)
        dead = {file for file, events in poll.poll(0) if events & (select.POLLHUP | select.POLLERR)}
        self.drop(lambda _, file: file in dead)

    def drop(self, is_meant):
        for name, file, _ in self.store:
            if is_meant(name, file):
                self.known.discard(identity(file))
                os.close(file)
        self.store = [entry for entry in self.store if not is_meant(*entry[:2])]

    # Its end

    def signal(self, number):
        if self.is_running:
            signal.pidfd_send_signal(self.life, number)

    def reap(self):
        """What it said before it ended counts."""
        self.listen()
        _, status = os.waitpid(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        self.world.forget(self.life)
        os.close(self.life)
        self.pid = None

    def end(self):
        if self.is_running:
            self.signal(signal.SIGKILL)
            self.reap()
        self.world.forget(self.socket)
        self.socket.close()
        self.drop(lambda *_: True)
        self.log.close()

    def memory_bytes(self, field="VmRSS"):
        """Resident memory now, or VmHWM for the most there was."""
        with open(f"/proc/{self.pid}/status") as file:
            line = next(line for line in file if line.startswith(field + ":"))
        return int(line.split()[1]) * 1024
