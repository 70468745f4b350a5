"""Instructions that a program executes, in all and by function, as valgrind counts them."""

import os
import re
import shutil
import subprocess

# "12,345 (1.23%)  ???:name [object]"; the second figure is there in some versions only.
LINE = re.compile(r"^\s*([\d,]+)\s+(?:\(\s*[\d.]+%\)\s+)?(\S.*)$")


class Profile:
    """Instructions of one run: `total`, and of each function by itself and with all that it calls."""

    def __init__(self, total, exclusive, inclusive):
        self.total = total
        self.exclusive = exclusive
        self.inclusive = inclusive


def without_debug_information(program, folder):
    """A copy that valgrind can read: the debug information of other compilers is beyond some versions."""
    copy = os.path.join(folder, os.path.basename(program))
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy


# Where a dictionary puts its keys must not change from run to run.
ENVIRONMENT = {"SWIFT_DETERMINISTIC_HASHING": "1"}


def under(command, output):
    """The command under callgrind, which writes to `output` when it ends."""
    return [shutil.which("valgrind") or "valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", *command]


def profile(command, output, statuses=(0, 1)):
    """Of a whole run."""
    done = subprocess.run(under(command, output), env={**os.environ, **ENVIRONMENT}, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode not in statuses:
        raise RuntimeError(f"{' '.join(command)} under valgrind: {done.returncode}: {done.stderr[-2000:]}")
    return read(output)


def read(output):
    with open(output) as file:
        total = next(int(text.split()[1]) for text in file if text.startswith(("summary:", "totals:")))
    return Profile(total, demangled(by_function(output), int.__add__),
                   demangled(by_function(output, "--inclusive=yes"), max))


def by_function(output, *options):
    """Instructions by the mangled name of the function."""
    done = subprocess.run(["callgrind_annotate", "--threshold=100", "--auto=no", *options, output],
                          capture_output=True, text=True, check=True)
    counts = {}
    for text in done.stdout.splitlines():
        found = LINE.match(text)
        if not found or ":" not in found[2] or "[" not in found[2]:
            continue
        name = found[2].split(" [")[0].split(":", 1)[1]
        # A cycle's or a recursion's mark.
        name = re.sub(r"'\d+$", "", name)
        count = int(found[1].replace(",", ""))
        # What calls itself contains itself.
        counts[name] = max(counts.get(name, 0), count) if options else counts.get(name, 0) + count
    return counts


def demangled(counts, merge):
    """The counts by the names that people read; `merge` joins those that read the same."""
    names = list(counts)
    swift = os.environ.get("SWIFT", "swift")
    done = subprocess.run([swift, "demangle", "--compact", "--simplified"], input="\n".join(names) + "\n",
                          capture_output=True, text=True, check=True)
    found = {}
    for name, text in zip(names, done.stdout.splitlines()):
        found[text] = merge(found[text], counts[name]) if text in found else counts[name]
    return found
