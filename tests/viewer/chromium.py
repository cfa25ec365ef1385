# SPDX-License-Identifier: MIT
"""A headless Chromium, driven over the DevTools pipe with nothing but Python's own library.

    with Browser(find()) as browser:
        page = browser.open("file:///tmp/run.html", width=1200, height=800)
        page.evaluate("document.title")

Commands go to descriptor 3 and answers come from descriptor 4 of the browser, as JSON that ends with a
zero byte: https://chromedevtools.github.io/devtools-protocol.
"""
import base64
import fcntl
import json
import os
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import zlib

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Longer than anything here takes on a busy machine. [s]
PATIENCE = 60


def find():
    """The path of a Chromium, or None. CHROMIUM names another one."""
    names = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else NAMES
    return next((path for path in map(shutil.which, names) if path), None)


class ProtocolError(Exception):
    """What the browser or a script in the page complains about."""


class Browser:
    FLAGS = (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
        "--no-default-browser-check", "--disable-extensions", "--disable-background-networking",
        "--disable-component-update", "--disable-dev-shm-usage", "--disable-sync", "--mute-audio", "--hide-scrollbars",
        "--force-color-profile=srgb", "--enable-unsafe-swiftshader",
    )

    def __init__(self, path):
        self.profile = tempfile.mkdtemp(prefix="wend-chromium-")
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()
        # Out of the way of 3 and 4, which they become in the child.
        ends = [self._high(to_browser), self._high(from_browser)]

        def take_descriptors():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [path, *self.FLAGS, "--user-data-dir=" + self.profile, "about:blank"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=take_descriptors,
            start_new_session=True)
        for end in ends:
            os.close(end)
        self.buffer = b""
        self.number = 0
        self.pages = {}

    @staticmethod
    def _high(descriptor):
        high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 20)
        os.close(descriptor)
        return high

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the browser, which is the leader of a process group of its own."""
        try:
            os.write(self.commands, b'{"id": 0, "method": "Browser.close"}\0')
            self.process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def _receive(self, until):
        """One message, or None when the time is over."""
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.answers], [], [], left)[0]:
                return None
            read = os.read(self.answers, 1 << 20)
            if not read:
                raise ProtocolError("the browser has gone")
            self.buffer += read
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def _dispatch(self, message):
        page = self.pages.get(message.get("sessionId"))
        if page is not None and "method" in message:
            page.events.append(message)

    def send(self, method, params=None, session=None, patience=PATIENCE):
        """Sends a command and waits for its answer; events on the way go to their pages."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[os.write(self.commands, text):]
        until = time.monotonic() + patience
        while True:
            answer = self._receive(until)
            if answer is None:
                raise ProtocolError(f"{method}: no answer in {patience} s")
            if answer.get("id") != self.number:
                self._dispatch(answer)
            elif "error" in answer:
                raise ProtocolError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def drain(self, seconds=0.0):
        """Takes in the events that have come."""
        until = time.monotonic() + seconds
        while True:
            message = self._receive(until)
            if message is None:
                return
            self._dispatch(message)

    def open(self, url, width=1200, height=800, phone=False, dark=False):
        """A new page, loaded."""
        return Page(self, url, width, height, phone, dark)


class Page:
    def __init__(self, browser, url, width, height, phone, dark):
        self.browser = browser
        self.events = []
        target = browser.send("Target.createTarget", {"url": "about:blank"})
        self.target = target["targetId"]
        attached = browser.send("Target.attachToTarget", {"targetId": self.target, "flatten": True})
        self.session = attached["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(domain + ".enable")
        self.send("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone})
        self.send("Emulation.setTouchEmulationEnabled", {"enabled": phone})
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", {"features": [scheme]})
        self.send("Page.navigate", {"url": url})
        self.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'")

    def send(self, method, params=None):
        return self.browser.send(method, params, self.session)

    def close(self):
        self.browser.send("Target.closeTarget", {"targetId": self.target})
        del self.browser.pages[self.session]

    def evaluate(self, script):
        """The value of an expression; a promise is waited for."""
        result = self.send("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True,
                                                "userGesture": True})
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            thrown = details.get("exception", {})
            raise ProtocolError(f"{script[:200]}: {thrown.get('description') or details['text']}")
        return result["result"].get("value")

    def wait_for(self, script, patience=PATIENCE):
        until = time.monotonic() + patience
        while not self.evaluate(script):
            if time.monotonic() > until:
                raise ProtocolError(f"not true after {patience} s: {script}")
            time.sleep(0.02)

    def errors(self):
        """What the page has complained about: exceptions, and errors in the console."""
        self.browser.drain()
        found = []
        for event in self.events:
            params = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                found.append(details.get("exception", {}).get("description") or details["text"])
            elif event["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(params["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
                found.append(" ".join(str(arg.get("value", arg.get("description"))) for arg in params["args"]))
        return found

    def requests(self):
        """The addresses that the page has asked for."""
        self.browser.drain()
        return [event["params"]["request"]["url"] for event in self.events
                if event["method"] == "Network.requestWillBeSent"]

    # ---- a hand ----

    def _mouse(self, kind, x, y, **more):
        self.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})

    def move(self, x, y):
        self._mouse("mouseMoved", x, y)

    def click(self, x, y):
        self._mouse("mouseMoved", x, y)
        self._mouse("mousePressed", x, y, button="left", clickCount=1)
        self._mouse("mouseReleased", x, y, button="left", clickCount=1)

    def drag(self, x, y, to_x, to_y, steps=5):
        self._mouse("mouseMoved", x, y)
        self._mouse("mousePressed", x, y, button="left", clickCount=1)
        for i in range(1, steps + 1):
            self._mouse("mouseMoved", x + (to_x - x) * i / steps, y + (to_y - y) * i / steps, button="left", buttons=1)
        self._mouse("mouseReleased", to_x, to_y, button="left", clickCount=1)

    def wheel(self, x, y, down):
        self._mouse("mouseWheel", x, y, deltaX=0, deltaY=down)

    def touch(self, kind, *points):
        self.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def tap(self, x, y):
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")

    def key(self, key, code=None):
        """Presses a key by its name: a letter, or ArrowLeft."""
        event = {"key": key, "code": code or ("Key" + key.upper() if len(key) == 1 and key.isalpha() else key)}
        if len(key) == 1:
            event["text"] = key
        self.send("Input.dispatchKeyEvent", {"type": "keyDown", **event})
        event.pop("text", None)
        self.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})

    def click_element(self, selector):
        """Clicks into the middle of an element, which must be there to be seen."""
        box = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'nearest'});"
            " const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()")
        if box[2] <= 0 or box[3] <= 0:
            raise ProtocolError(selector + " is not to be seen")
        self.click(box[0] + box[2] / 2, box[1] + box[3] / 2)

    # ---- an eye ----

    def screenshot(self, part=None, path=None):
        """The page as it is seen, or a part (x, y, width, height) of it: a Picture; or a PNG file at `path`."""
        params = {"format": "png"}
        if part:
            params["clip"] = {**dict(zip(("x", "y", "width", "height"), part)), "scale": 1}
        data = base64.b64decode(self.send("Page.captureScreenshot", params)["data"])
        if not path:
            return Picture(data)
        with open(path, "wb") as file:
            file.write(data)
        return None


class Picture:
    """The pixels of a PNG with 8 bits a channel."""

    def __init__(self, data):
        at, packed = 8, b""
        while at < len(data):
            size, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + size]
            if kind == b"IHDR":
                self.width, self.height, depth, colour, *_ = struct.unpack(">IIBBBBB", body)
                assert depth == 8 and colour in (2, 6), "not an RGB picture"
                self.channels = 3 if colour == 2 else 4
            elif kind == b"IDAT":
                packed += body
            at += 12 + size
        self.rows = self._unfilter(zlib.decompress(packed))

    def _unfilter(self, data):
        rows, stride, step = [], self.width * self.channels, self.channels
        before = bytearray(stride)
        for y in range(self.height):
            kind = data[y * (stride + 1)]
            row = bytearray(data[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
            if kind == 1:
                for i in range(step, stride):
                    row[i] = (row[i] + row[i - step]) & 255
            elif kind == 2:
                row = bytearray((a + b) & 255 for a, b in zip(row, before))
            elif kind == 3:
                for i in range(stride):
                    left = row[i - step] if i >= step else 0
                    row[i] = (row[i] + ((left + before[i]) >> 1)) & 255
            elif kind == 4:
                for i in range(stride):
                    left, above = row[i - step] if i >= step else 0, before[i]
                    corner = before[i - step] if i >= step else 0
                    guess = left + above - corner
                    a, b, c = abs(guess - left), abs(guess - above), abs(guess - corner)
                    row[i] = (row[i] + (left if a <= b and a <= c else above if b <= c else corner)) & 255
            rows.append(row)
            before = row
        return rows

    def pixel(self, x, y):
        start = int(x) * self.channels
        return tuple(self.rows[int(y)][start:start + 3])

    def differing(self, other):
        """How many pixels are not the same."""
        assert (self.width, self.height) == (other.width, other.height)
        count = 0
        for mine, yours in zip(self.rows, other.rows):
            if mine != yours:
                step = self.channels
                count += sum(mine[i:i + step] != yours[i:i + step] for i in range(0, len(mine), step))
        return count
