"""What packages of others need: an environment, and servers of many processes.
"""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

from suite import execute, why_not

ENDINGS = ("term", "interrupt", "live")
SERVER = ("gunicorn", "--workers=2", "--log-level=error")
REQUESTS = 1200
SECONDS = 240


def environment(interpreter, programs):
    """The interpreter of an environment with what they need; why it has not."""
    needs = {"gunicorn"}
    for program in programs:
        needs.update(re.search(r"^#: needs (.*)$", program.read_text(),
                               re.MULTILINE).group(1).split())
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or
                         os.path.expanduser("~/.cache"))
    folder = cache / "reftally" / "users" / interpreter.name.replace(" ", "-")
    python = folder / "bin" / "python"
    if not python.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = execute([interpreter.path, "-m", "venv", folder], folder.parent)
        if made.returncode != 0:
            return None, "no environment: " + why_not(made)
    installed = execute([python, "-m", "pip", "install", "--quiet",
                         "--prefer-binary", *sorted(needs)], folder)
    if installed.returncode != 0:
        return None, "not installed: " + why_not(installed)
    return str(python), None


APPLICATION = """
SEEN = []


def application(environment, start_response):
    %s
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"ok"]
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


def ask(port, server):
    """Waits until it serves, then asks so many times."""
    address = "http://127.0.0.1:%d/?" % port
    end = time.monotonic() + SECONDS
    while True:
        try:
            urllib.request.urlopen(address).read()
            break
        except OSError:
            if server.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(.1)
    for number in range(REQUESTS):
        urllib.request.urlopen(address + str(number)).read()


def what_is_wrong(ledger, live, leaks, command, path):
    """The words about a process; a worker, if it serves requests at all."""
    done = execute([command, "report", "--format=json", ledger], path)
    if done.returncode != 0:
        return "%s: %s" % (ledger.name, why_not(done))
    report = json.loads(done.stdout)
    judgement = report["judgement"]
    if judgement["judged"] != "judged":
        return "%s: it is %r" % (ledger.name, judgement)
    if live != (report["process"]["end"] == "running"):
        return "%s: it is said to be %s" % (ledger.name,
                                            report["process"]["end"])
    found = [(one["verdict"], one["type"], one["owners"]["example"])
             for one in report["findings"]]
    if leaks:
        ways = [one["way"] for _, _, ways in found for one in ways]
        if len(found) != 1 or not any(".SEEN[" in way for way in ways):
            return "%s: found %r" % (ledger.name, found)
    elif found:
        return "%s: found %r" % (ledger.name, found)
    return None


def check_gunicorn(ending, leaks, python, interpreter, library, command):
    """Each process has a ledger: who started the workers is correct."""
    name = "gunicorn%s, %s [%s]" % (" that remembers" if leaks else "", ending,
                                    interpreter.name)
    with tempfile.TemporaryDirectory(prefix="reftally-users-") as made:
        path = pathlib.Path(made)
        port = free_port()
        (path / "served.py").write_text(APPLICATION % (
            "SEEN.append(dict(query=environment['QUERY_STRING']))"
            if leaks else "pass"))
        settings = dict(os.environ, LD_PRELOAD=str(library),
                        REFTALLY_FOLLOW="1", REFTALLY_REPORT="none",
                        REFTALLY_OUTPUT=str(path / "%p.ledger"),
                        REFTALLY_CENSUS_SECONDS="120")
        with subprocess.Popen(
                [python, "-m", *SERVER, "--bind=127.0.0.1:%d" % port,
                 "served:application"], cwd=path, env=settings,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                text=True) as server:
            try:
                ask(port, server)
                ledgers = sorted(path.glob("*.ledger"))
                wrong = "ledgers: %r" % ledgers if len(ledgers) != 3 else None
                for ledger in ledgers if ending == "live" else ():
                    serves = ledger.stem != str(server.pid)
                    wrong = wrong or what_is_wrong(
                        ledger, True, leaks and serves, command, path)
            finally:
                server.send_signal(signal.SIGINT if ending == "interrupt"
                                   else signal.SIGTERM)
                said = server.stderr.read()
                status = server.wait(SECONDS)
        for ledger in ledgers if ending != "live" else ():
            serves = ledger.stem != str(server.pid)
            wrong = wrong or what_is_wrong(ledger, False, leaks and serves,
                                           command, path)
        if status != 0:
            wrong = wrong or "status %d: %s" % (status, said)
        return ("FAIL", name, wrong) if wrong else ("PASS", name)
