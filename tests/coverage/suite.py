"""What the suites with real interpreters share: finding them, running them.

A suite prints one line a test: PASS name, FAIL name: why, FLAKY name: why,
SKIP name: why. A test is a function that returns such a line's parts; `verdict`
makes them of one that raises.
"""

import concurrent.futures
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TIMEOUT = 300
VERSIONS = tuple((3, minor) for minor in range(9, 16))

results = {"PASS": 0, "FAIL": 0, "FLAKY": 0, "SKIP": 0}


class Wrong(AssertionError):
    """What a test saw is not as it should be."""


class Skipped(Exception):
    """A test cannot be run here, and why."""


def check(condition, what):
    if not condition:
        raise Wrong(one_line(str(what), 1500))


def say(verdict, name, why=""):
    results[verdict] += 1
    print(verdict, name + (": " + why if why else ""), flush=True)


def verdict(name, function, *arguments):
    """What to say of a test that raises when something is wrong, and may
    return a remark."""
    try:
        remark = function(*arguments)
    except Skipped as why:
        return "SKIP", name, str(why)
    except (AssertionError, subprocess.SubprocessError) as wrong:
        return "FAIL", name, one_line(str(wrong), 1500)
    return "PASS", name + (" (%s)" % remark if remark else "")


def verdict_of_end(status, alone):
    """Of a program that does not end as it does alone."""
    died = isinstance(status, int) and status < 0 and status != alone
    return "DIED" if died else "FAIL"


def settle(function, *arguments):
    """What a test says. One that fails is run twice more: when it then passes
    both times it came and went, which is neither passed nor failed. But once
    is enough where the program DIED of what we did."""
    said = function(*arguments)
    if said[0] == "DIED":
        return ("FAIL", *said[1:])
    if said[0] != "FAIL":
        return said
    again = [function(*arguments)[0] for _ in range(2)]
    return said if {"FAIL", "DIED"} & set(again) else ("FLAKY", *said[1:])


def say_all(jobs, together=os.cpu_count()):
    """Run (function, arguments...), so many at a time.

    Each returns what to say; it is said in the order of the jobs. Returns the
    verdicts.
    """
    verdicts = []
    with concurrent.futures.ThreadPoolExecutor(together) as pool:
        for future in [pool.submit(settle, *job) for job in jobs]:
            said = future.result()
            say(*said)
            verdicts.append(said[0])
    return verdicts


def one_line(text, limit=200):
    return " / ".join(text.split("\n"))[:limit]


class Interpreter:
    """path starts it. tree: what precedes the paths that it speaks of, "" if
    it is no interpreter of scripts/get-interpreters."""

    def __init__(self, path, version, linked, include, suffix, tree):
        self.path = path
        self.version = version
        self.linked = linked
        self.name = "%s %s" % (version, linked)
        self.include = tree + include
        self.suffix = suffix
        self.tree = tree

    def compiler_flags(self):
        """Where the compiler finds Python.h; pyconfig.h includes another."""
        return ["-isystem", self.include, "-idirafter",
                self.tree + "/usr/include"]

    def command(self, reftally):
        """What runs the command where it finds this interpreter's files."""
        if not self.tree:
            return [reftally]
        return [ROOT / "scripts" / "in-tree", self.tree, "--host", reftally]


ASK = """
import os, sys, sysconfig
print(os.path.realpath(sys.executable), "%d.%d.%d" % sys.version_info[:3],
      "debug" if sysconfig.get_config_var("Py_DEBUG") else
      "shared" if "libpython" in open("/proc/self/maps").read() else "static",
      sysconfig.get_path("include"), sysconfig.get_config_var("EXT_SUFFIX"),
      os.environ.get("IN_TREE", ""))
"""


def ask(path):
    """An interpreter, if this is one of a known version."""
    try:
        answer = subprocess.run([path, "-c", ASK], stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, timeout=30,
                                universal_newlines=True).stdout.split()
    except (OSError, subprocess.TimeoutExpired):
        return None
    tree = "".join(answer[5:])
    if len(answer) not in (5, 6):
        return None
    if tree:
        answer[0] = os.path.realpath(path) # what it is called outside
    version = tuple(int(part) for part in answer[1].split("."))
    return Interpreter(*answer[:5], tree) if version[:2] in VERSIONS else None


def find_interpreters(asked):
    paths = asked or (
        ["/usr/bin/python%d.%d" % version for version in VERSIONS]
        + sorted(glob.glob(os.path.join(
            os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv")),
            "versions", "*", "bin", "python3")))
        + [shutil.which("python%d.%d" % version) or "" for version in VERSIONS]
        + [shutil.which("python3") or ""])
    found = {}
    for path in paths:
        answer = ask(path) if path else None
        if answer is not None:
            found.setdefault(answer.path, answer)
        elif asked:
            sys.exit("run: %s is not a CPython %s"
                     % (path, ", ".join("%d.%d" % v for v in VERSIONS)))
    return list(found.values())


def find_built(variable, names):
    if variable in os.environ:
        path = pathlib.Path(os.environ[variable])
        return path.resolve() if path.is_file() else None
    for folder in (pathlib.Path.cwd(), ROOT / "build", ROOT):
        for name in names:
            if (folder / name).is_file():
                return folder / name
    return None


def find_library():
    return find_built("REFTALLY_LIBRARY", [".libs/libreftally.so"])


def find_command():
    return find_built("REFTALLY_COMMAND", ["reftally"])


def summary():
    """Prints the totals; returns the exit status."""
    if results["FLAKY"]:
        print("%(FLAKY)d came and went" % results)
    print("%(PASS)d passed, %(FAIL)d failed, %(SKIP)d skipped" % results)
    if results["FAIL"]:
        return 1
    return 0 if results["PASS"] else 77


def execute(command, directory, library=None, seconds=TIMEOUT, **more):
    environment = {key: value for key, value in os.environ.items()
                   if not key.startswith(("REFTALLY_", "PYTHON"))}
    environment.update(PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1")
    if library is not None:
        environment.update(
            LD_PRELOAD=str(library), REFTALLY_REPORT="none",
            REFTALLY_OUTPUT=str(directory / "ledger"),
            REFTALLY_CACHE=str(directory / "cache"),
            REFTALLY_STACK=os.environ.get("REFTALLY_STACK", "full"),
            REFTALLY_TRACK="all", REFTALLY_MEMORY="1G")
    environment.update(more)
    try:
        done = subprocess.run([str(one) for one in command], cwd=directory,
                              env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=seconds, universal_newlines=True,
                              errors="backslashreplace")
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(
            command, -1, "", "no end after %d seconds" % seconds)
    # Said after a second, by a slow or a busy machine.
    done.stderr = re.sub(r"^reftally: looking for the owners .*\n", "",
                         done.stderr, flags=re.MULTILINE)
    return done


def why_not(done):
    text = (done.stdout + done.stderr).strip()
    return "status %d: %s" % (done.returncode, one_line(text, 600) or "silent")
