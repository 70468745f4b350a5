"""The library that spoils a program's world (shim.c), and the file by which that is done."""

import mmap
import os
import shutil
import struct
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
FIELDS = ("calls", "countdown", "after", "delay", "shift")


class Shim:
    """One shim for one program at a time; every field of FIELDS can be read and set while it runs."""

    def __init__(self, folder):
        self.library = f"{folder}/shim.so"
        compiler = next((name for name in ("cc", "clang") if shutil.which(name)), None)
        if not compiler:
            raise FileNotFoundError("no C compiler: neither cc nor clang")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", self.library, f"{HERE}/shim.c", "-ldl"],
                       check=True)
        path = f"{folder}/shim.control"
        with open(path, "wb") as file:
            file.write(bytes(8 * len(FIELDS)))
        with open(path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 0)
        self.environment = {"LD_PRELOAD": self.library, "SHIM_CONTROL": path}

    def set(self, **fields):
        for name, value in fields.items():
            struct.pack_into("q", self.memory, 8 * FIELDS.index(name), int(value))

    def get(self, name):
        return struct.unpack_from("q", self.memory, 8 * FIELDS.index(name))[0]
