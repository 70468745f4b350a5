"""The rules of axe-core, in a page that a browser shows."""

import functools
import glob
import importlib.util
import os
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
ABSENT = "       skipped: no package axe_core_python; make deps installs it where pip is"


@functools.cache
def script():
    """The script, where the package axe_core_python is; else None."""
    folders = sys.path + [f"{ROOT}/.build/axe"] + glob.glob("/usr/lib/python3/dist-packages")
    spec = importlib.util.find_spec("axe_core_python")
    if spec:
        folders.append(os.path.dirname(os.path.dirname(spec.origin)))
    for folder in folders:
        path = f"{folder}/axe_core_python/axe.min.js"
        if os.path.exists(path):
            with open(path) as file:
                return file.read()
    return None


def violations(page):
    """What the rules find in the page with all of it unfolded: names of rules, each with its elements."""
    page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.drawn()
    page.run(script() + "; 0")
    return page.run("axe.run().then(r => r.violations.map(v => [v.id, v.nodes.map(n => "
                    "n.html.slice(0, 160) + ' ' + n.failureSummary)]))")
