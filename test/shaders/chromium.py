"""A headless Chromium with WebGL2, spoken to in its DevTools protocol over two pipes."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NAME = "chromium"
PATIENCE = 60  # seconds without an answer
FLAGS = ["--headless", "--no-first-run", "--use-gl=angle", "--hide-scrollbars", "--remote-debugging-pipe"]
DRIVERS = {"swiftshader": ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
           "llvmpipe": ["--use-angle=gl-egl", "--ignore-gpu-blocklist"]}  # on what GL there is: Mesa's, without a GPU
# The protocol is read from descriptor 3 and written to 4.
START = ["sh", "-c", 'from=$1 to=$2; shift 2; eval "exec \\"\\$@\\" 3<&$from 4>&$to"', "sh"]


class Stopped(Exception):
    """Chromium ended, said nothing for long, or refused what it was asked."""


def is_there():
    return shutil.which(NAME) is not None


class Chromium:
    """A page at a time; `complaints` are its errors and warnings, as the console has them."""

    def __init__(self, driver="swiftshader", patience=PATIENCE):
        self.flags, self.patience = [*FLAGS, *DRIVERS[driver]], patience

    def __enter__(self):
        self.complaints, self.loaded, self.session, self.number, self.rest = [], False, None, 0, b""
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        reads, self.asking = os.pipe()
        self.answers, writes = os.pipe()
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        self.process = subprocess.Popen(
            [*START, str(reads), str(writes), NAME, *self.flags, *root, f"--user-data-dir={self.profile.name}", "about:blank"],
            pass_fds=(reads, writes), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(reads)
        os.close(writes)
        return self

    def __exit__(self, *_):
        os.close(self.asking)
        os.close(self.answers)
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()

    # ---- the protocol ------------------------------------------------------------------------------------

    def call(self, method, **parameters):
        """Asks for something, and waits for the answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.send(json.dumps(message).encode() + b"\0")
        while True:
            got = self.receive()
            if got.get("id") == self.number:
                break
            self.take(got)
        if "error" in got:
            raise Stopped(f"{method}: {got['error']['message']}")
        return got["result"]

    def send(self, words):
        while words:
            words = words[os.write(self.asking, words):]

    def receive(self):
        last = time.monotonic()
        while b"\0" not in self.rest:
            if select.select([self.answers], [], [], 1)[0]:
                more = os.read(self.answers, 1 << 16)
                if not more:
                    raise Stopped("Chromium ended")
                self.rest += more
            elif time.monotonic() - last > self.patience:
                raise Stopped(f"Chromium said nothing for {self.patience} seconds")
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def take(self, event):
        """Keeps what the page complains of."""
        method, about = event.get("method"), event.get("params", {})
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            details = about["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and about["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(one.get("value", one.get("description"))) for one in about["args"]))
        elif method == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
            self.complaints.append(about["entry"]["text"])

    # ---- pages -------------------------------------------------------------------------------------------

    def open(self, url, width=1280, height=900, dark=False):
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.complaints, self.loaded = [], False
        self.call("Page.navigate", url=url)
        while not self.loaded:
            self.take(self.receive())

    def evaluate(self, expression):
        """The value of an expression of JavaScript, or of its promise."""
        got = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in got:
            details = got["exceptionDetails"]
            raise Stopped(details.get("exception", {}).get("description", details["text"]))
        return got["result"].get("value")

    def picture(self, path):
        """Writes the whole page as PNG."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        got = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        Path(path).write_bytes(base64.b64decode(got["data"]))
