"""preload - run programs with and without the library, and measure them.

Used by the benchmarks and by the tests of an unharmed host. A child gets a
clean environment, its own process group and a time limit; its output goes to
files, so that a grandchild which keeps them open cannot hold us up.
"""
import collections
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The interpreter that all figures are about, or the system's own.
PYTHON = next((path for path in ("/usr/bin/python3.11", "/usr/bin/python3")
               if os.access(path, os.X_OK)), "python3")

# What the library says after a second of a census, as it is allowed to.
SLOW_CENSUS = "reftally: looking for the owners"
SLOW_REPORT = "reftally: looking at what is alive"

Result = collections.namedtuple(
    "Result", "status stdout stderr cpu_seconds wall_seconds timed_out")


def find_library():
    """The library under test: REFTALLY_LIBRARY, or where make leaves it."""
    given = os.environ.get("REFTALLY_LIBRARY")
    if given:
        candidates = [pathlib.Path(given)]
    else:
        candidates = [base / ".libs" / "libreftally.so"
                      for base in (pathlib.Path.cwd(), ROOT / "build", ROOT)]
    for candidate in candidates:
        if candidate.is_file():
            return str(candidate.resolve())
    sys.exit("no library at %s: run make first, or set REFTALLY_LIBRARY"
             % " or ".join(str(candidate) for candidate in candidates))


def environment(library=None, **settings):
    """Ours without what would change the child, and with what should.

    settings are REFTALLY_ settings by their short lower-case names.
    """
    result = {name: value for name, value in os.environ.items()
              if not name.startswith(("LD_", "REFTALLY_", "PYTHON",
                                      "DEBUGINFOD", "MALLOC_"))}
    if library:
        result["LD_PRELOAD"] = library
        result["REFTALLY_REPORT"] = "none"
        for name, value in settings.items():
            result["REFTALLY_" + name.upper()] = str(value)
    return result


def run(command, env, seconds, directory=None, stdin=subprocess.DEVNULL):
    """Run to the end or the time limit. The status is as subprocess has it:
    negative for a signal. CPU time includes the children waited for."""
    with tempfile.TemporaryFile() as stdout, \
            tempfile.TemporaryFile() as stderr:
        start = time.perf_counter()
        process = subprocess.Popen(command, env=env, cwd=directory,
                                   stdin=stdin, stdout=stdout,
                                   stderr=stderr, start_new_session=True)
        expired = threading.Event()

        def expire():
            expired.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(seconds, expire)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        # What is left of its process group must not disturb the next run.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        stdout.seek(0)
        stderr.seek(0)
        return Result(process.returncode, stdout.read(), stderr.read(),
                      usage.ru_utime + usage.ru_stime, wall,
                      expired.is_set())
