"""common - what the three benchmarks of blame share."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "host"))
import preload  # noqa: E402

PYTHON = "/usr/bin/python3.11"
PARALLEL = 2
# Names for functions: ujson strips itself unless it is told not to.
BUILD = {"CFLAGS": "-O2 -g", "UJSON_BUILD_NO_STRIP": "1"}


def find_command():
    given = os.environ.get("REFTALLY_COMMAND")
    for candidate in [pathlib.Path(given)] if given else [
            base / "reftally" for base in (
                pathlib.Path.cwd(), preload.ROOT / "build", preload.ROOT)]:
        if candidate.is_file():
            return str(candidate.resolve())
    sys.exit("no command `reftally` here: run make first, or set "
             "REFTALLY_COMMAND")


def work_folder(name):
    """A folder that stays: what is in it can be looked at, and reused."""
    path = pathlib.Path.cwd() / "blame.work" / name
    path.mkdir(parents=True, exist_ok=True)
    return path


def key_of(*parts):
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part if isinstance(part, bytes) else str(part).encode())
        digest.update(b"\0")
    return digest.hexdigest()[:20]


def include_and_suffix(python):
    answer = subprocess.run(
        [python, "-c", "import sysconfig; print("
         "sysconfig.get_path('include'), "
         "sysconfig.get_config_var('EXT_SUFFIX'))"], check=True,
        stdout=subprocess.PIPE, text=True, timeout=60,
        env=preload.environment())
    return answer.stdout.split()


def last_line(output):
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1][:200] if lines else "no output"


def ask(python, expression):
    return subprocess.run(
        [python, "-c", "import sys; print(%s)" % expression], check=True,
        stdout=subprocess.PIPE, text=True, timeout=60,
        env=preload.environment()).stdout.strip()


def build(packages, python, folder, options, binary):
    """None, or why they cannot be built there."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [python, "-m", "pip", "install", "--quiet", "--no-deps",
               "--disable-pip-version-check", "--target", str(folder)]
    if not binary:
        command += ["--no-binary", packages[0].partition("==")[0], *options]
    result = preload.run(command + packages, dict(os.environ, **BUILD), 600)
    return None if result.status == 0 else "pip cannot make %s: %s" % (
        packages[0], last_line(result.stderr))


building = threading.Lock()


def install(packages, python, options=(), binary=False):
    """Builds packages. (their folder, None) or (None, why there is none). One
    at a time: cases that run side by side may want the same."""
    folder = work_folder("packages") / (
        packages[0].replace("==", "-") + "-cp"
        + ask(python, "'%d%d' % sys.version_info[:2]"))
    done = folder / "installed"
    wanted = "\n".join([*packages, *options])
    with building:
        if not done.is_file() or done.read_text() != wanted:
            why = build(packages, python, folder, options, binary)
            if why:
                return None, why
            done.write_text(wanted)
    return str(folder), None


def can_record(command, python):
    """Does the library know this interpreter?"""
    _, report = record(command, ["-c", "pass"], work_folder("try"),
                       python=python)
    return report is not None and report["coverage"]["seen"] > 0


def record(command, python_arguments, folder, seconds=120, python=PYTHON,
           **settings):
    """Run under `reftally run`. (result, report or None)."""
    env = preload.environment()
    env["REFTALLY_CACHE"] = str(work_folder("plans"))
    env["REFTALLY_OUTPUT"] = str(folder / "ledger")
    for name, value in settings.items():
        if name.isupper():
            env[name] = str(value)
        else:
            env["REFTALLY_" + name.upper()] = str(value)
    for name in ("ledger", "report.json"):
        (folder / name).unlink(missing_ok=True)
    result = preload.run(
        [command, "run", "--report=json:%s" % (folder / "report.json"), "--",
         python, *map(str, python_arguments)], env,
        seconds, directory=str(folder))
    try:
        report = json.loads((folder / "report.json").read_text())
    except (OSError, ValueError):
        report = None
    return result, report


def plain_name(function):
    """Without what the compiler appends to the parts of a function."""
    return re.sub(r"\.(?:part|constprop|isra|cold|lto_priv)\b.*$", "",
                  function or "?")


def blamed(finding, most=None):
    """[(function, line, file)] of the sites of a finding, best first."""
    return [(plain_name(site["function"]), site["line"],
             pathlib.Path(site["file"] or "?").name)
            for site in finding["sites"][:most]]


def names_of(blames):
    return ", ".join("%s:%s" % (function, line)
                     for function, line, _ in blames) or "nothing"


def in_parallel(function, jobs):
    """Results in the order of the jobs, two at a time."""
    with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
        yield from pool.map(function, jobs)


def table(head, rows):
    widths = [max(len(str(row[i])) for row in [head] + rows)
              for i in range(len(head))]
    for row in [head, ["-" * width for width in widths]] + rows:
        print("| " + " | ".join(str(cell).ljust(width) for cell, width
                                in zip(row, widths)) + " |")
    print(flush=True)


def percent(part, whole):
    return "%d/%d %.1f%%" % (part, whole, 100 * part / whole) if whole \
        else "-"
