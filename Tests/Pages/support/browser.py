"""A headless Chromium, driven through its DevTools protocol over a pipe: no driver, no port, no network."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def program():
    """The browser of this machine; None where there is none."""
    return next((found for found in map(shutil.which, PROGRAMS) if found), None)


class PageError(Exception):
    """Something that a page did or said."""


class Browser:
    """One process with pages in it. What is left of it goes when the block ends."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="bgtaskd-browser-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        # It reads from 3 and writes to 4, which may be taken here.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 100) for end in (to_browser, from_browser)]
        os.close(to_browser)
        os.close(from_browser)
        command = [program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                   "--no-first-run", "--disable-extensions", "--disable-background-networking",
                   "--disable-component-update", "--disable-sync", "--font-render-hinting=none",
                   f"--user-data-dir={self.folder}", "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{ends[0]} 4>&{ends[1]}', "browser", *command],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            pass_fds=ends)
        for end in ends:
            os.close(end)
        self.bytes = b""
        self.last = 0
        self.pages = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except Exception:
            self.process.kill()
            self.process.wait()
        os.close(self.input)
        os.close(self.output)
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        """Asks and waits for the answer; events that come before it go to their pages."""
        self.last += 1
        number = self.last
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            answer = self.receive(time.monotonic() + 60)
            if answer.get("id") == number:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']}")
                return answer["result"]
            self.deliver(answer)

    def receive(self, deadline):
        while b"\0" not in self.bytes:
            if not select.select([self.input], [], [], max(0, deadline - time.monotonic()))[0]:
                raise PageError("the browser does not answer")
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise PageError("the browser is gone")
            self.bytes += piece
        message, self.bytes = self.bytes.split(b"\0", 1)
        return json.loads(message)

    def deliver(self, event):
        page = self.pages.get(event.get("sessionId"))
        if page:
            page.happened(event["method"], event["params"])

    def page(self, path, width=1280, height=900, dark=False, reduced=False):
        return Page(self, path, width, height, dark, reduced)


class Page:
    """A page that has been opened and drawn. Remembers what it logged and asked for."""

    def __init__(self, browser, path, width, height, dark, reduced):
        self.browser = browser
        self.logged = []
        self.requests = []
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call(
            "Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility", "DOM"):
            self.call(f"{domain}.enable")
        self.size(width, height)
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                    {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}]
        self.call("Emulation.setEmulatedMedia", features=features)
        self.open(path)
        self.drawn()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.pages.pop(self.session, None)
        self.browser.call("Target.closeTarget", targetId=self.target)

    def open(self, path):
        """Goes to a file, or to an address, and waits until it is loaded."""
        self.loaded = False
        url = path if path.startswith("http://") else "file://" + os.path.abspath(path)
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + 60
        while not self.loaded:
            self.browser.deliver(self.browser.receive(deadline))

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def happened(self, method, parameters):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Log.entryAdded":
            entry = parameters["entry"]
            self.logged.append(f"{entry['source']}: {entry['text']}")
        elif method == "Runtime.consoleAPICalled":
            self.logged.append(f"console.{parameters['type']}: {parameters['args']}")
        elif method == "Runtime.exceptionThrown":
            self.logged.append(f"exception: {parameters['exceptionDetails']}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def run(self, script):
        """The value of an expression, or of a promise."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise PageError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def drawn(self):
        """Waits until all that was asked of the page is on the screen."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def text(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)})?.innerText")

    def box(self, selector):
        return self.run(f"(r => [r.x, r.y, r.width, r.height])(document.querySelector("
                        f"{json.dumps(selector)}).getBoundingClientRect())")

    def click(self, selector):
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        x, y, width, height = self.box(selector)
        self.click_at(x + width / 2, y + height / 2)

    def click_at(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)
        self.drawn()

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def drag(self, x, y, to_x, to_y):
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        for step in range(1, 6):
            self.mouse("mouseMoved", x + (to_x - x) * step / 5, y + (to_y - y) * step / 5,
                       button="left", buttons=1)
        self.mouse("mouseReleased", to_x, to_y, button="left", clickCount=1)
        self.drawn()

    KEYS = {"Enter": 13, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
            "Home": 36, "End": 35}

    def key(self, key, modifiers=0):
        text = "\r" if key == "Enter" else key if len(key) == 1 else ""
        more = {"text": text} if text else {}
        code = self.KEYS.get(key, 0)
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, modifiers=modifiers,
                  windowsVirtualKeyCode=code, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers,
                  windowsVirtualKeyCode=code)
        self.drawn()

    def type(self, text):
        self.call("Input.insertText", text=text)
        self.drawn()

    def picture(self, path, whole=True):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def accessible(self):
        """The nodes of the accessibility tree that are not ignored."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node.get("ignored")]
