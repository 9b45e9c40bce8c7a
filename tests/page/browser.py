"""A headless Chromium, told what to do over a pipe (DevTools protocol)."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find():
    """The path of a browser, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One page. What it logs, throws and asks for is in `logged`, `thrown` and
    `requests`."""

    def __init__(self, path, seconds=180):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        ours_read, theirs_write = os.pipe()
        theirs_read, ours_write = os.pipe()
        self.process = subprocess.Popen(
            ["bash", "-c", 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"', "bash",
             str(theirs_read), str(theirs_write), path, "--headless=new",
             "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync",
             "--remote-debugging-pipe", "--user-data-dir=" + self.profile.name],
            pass_fds=(theirs_read, theirs_write), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_read)
        os.close(theirs_write)
        self.read, self.write = ours_read, ours_write
        self.seconds = seconds
        self.buffer = b""
        self.number = 0
        self.session = None
        self.logged, self.thrown, self.requests, self.loads = [], [], [], 0
        target = self.call("Target.createTarget", url="about:blank")
        self.session = self.call("Target.attachToTarget", flatten=True,
                                 targetId=target["targetId"])["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        os.close(self.read)
        os.close(self.write)
        self.profile.cleanup()

    def receive(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.read, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has gone")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def note(self, message):
        about = message.get("params", {})
        method = message.get("method")
        if method == "Runtime.exceptionThrown":
            self.thrown.append(about["exceptionDetails"])
        elif method == "Runtime.consoleAPICalled":
            self.logged.append(about["args"])
        elif method == "Log.entryAdded":
            self.logged.append(about["entry"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loads += 1

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session is not None:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]
            self.note(answer)

    def size(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=scale, mobile=False)

    def dark(self, on):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def open(self, path):
        loads = self.loads
        self.call("Page.navigate", url="file://%s" % path)
        while self.loads == loads:
            self.note(self.receive())
        self.idle()

    def idle(self):
        """Until two frames have been drawn."""
        self.ask("new Promise((done) => requestAnimationFrame(() => "
                 "requestAnimationFrame(() => done(1))))")

    def ask(self, script):
        """The value of a JavaScript expression, awaited."""
        answer = self.call("Runtime.evaluate", expression=script,
                           awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError("%s: %s" % (script, answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait(self, script):
        """Until the expression is true."""
        end = time.monotonic() + self.seconds
        while not self.ask(script):
            if time.monotonic() > end:
                raise RuntimeError("never true: " + script)
            time.sleep(.05)

    def key(self, name, text=None):
        codes = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38,
                 "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9, "Home": 36}
        about = {"key": name, "windowsVirtualKeyCode":
                 codes.get(name, ord(name[0].upper()))}
        if name not in codes:
            about["text"] = text or name
        self.call("Input.dispatchKeyEvent", type="keyDown", **about)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name)
        self.idle()

    def shot(self, path, whole=False):
        answer = self.call("Page.captureScreenshot", format="png",
                           captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))
