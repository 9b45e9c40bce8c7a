"""recording - a planted bug is built, run under the library, and kept.

What is kept is the module's file and a ledger for each number of steps, in the
user's cache: they are what a rule is measured with, again and again, and too
large and too much of others to be in a repository.
"""

import collections
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

import modules
import common
import preload

STRIPPED = "--stripped"  # an option of ours

# how: a list, empty or "scarce": drivers/scarce.py
Job = collections.namedtuple("Job", "module version row compiler steps how")


def compiler_of(module, row):
    """In turn, so that each kind meets each."""
    return modules.COMPILERS[
        (int(row["id"]) + len(module.name)) % len(modules.COMPILERS)]


def folder_of(job):
    return modules.CACHE / "real" / "recorded" / job.version / (
        "-".join([job.module.name, *(
            [job.row["id"]] if job.row else ["correct"] + job.how)]))


def key_of(job):
    """Changes with whatever the recording depends on, but the library."""
    row = job.row or {}
    drivers = modules.HERE / "drivers"
    return common.key_of(
        row.get("where"), row.get("old"), row.get("new"), job.compiler,
        (drivers / ("drive_%s.py" % job.module.name)).read_bytes(),
        (drivers / "exercise.py").read_bytes(),
        *((drivers / (name + ".py")).read_bytes() for name in job.how))


def ledger_of(job):
    return folder_of(job) / ("ledger-%d" % job.steps)


def is_recorded(job):
    return ledger_of(job).is_file() and is_built(job)


def is_built(job):
    mark = folder_of(job) / "recorded"
    return mark.is_file() and mark.read_text() == key_of(job)


def build(job):
    folder = folder_of(job)
    if is_built(job):
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    changed = {job.row["file"]: modules.changed_text(
        job.module, job.version, job.row)} if job.row else {}
    modules.build(job.module, job.compiler,
                  modules.python_of(job.version).release, job.version,
                  changed, folder / (job.module.name + ".so"))
    (folder / "recorded").write_text(key_of(job))


def take_last(folder):
    """Of two runs the ledger of the second is kept."""
    ledgers = sorted(folder.glob("ledger.*"),
                     key=lambda path: path.stat().st_mtime_ns)
    if ledgers:
        ledgers.pop().rename(folder / "ledger")
    for other in ledgers:
        other.unlink()


def record(job, command, *options):
    """Makes the ledger, with default settings, or with options of
    `reftally run`. What went wrong, or None."""
    try:
        build(job)
    except RuntimeError as error:
        return "does not compile: %s" % error
    folder, ledger = folder_of(job), ledger_of(job)
    env = preload.environment()
    env["REFTALLY_CACHE"] = str(modules.CACHE / "real" / "plans")
    env["REFTALLY_OUTPUT"] = str(folder / (
        "ledger.%p" if "--confirm" in options else "ledger"))
    env["REFTALLY_REPORT"] = "none"
    env["PYTHONPATH"] = str(modules.python_path(job.module, job.version))
    env["PYTHONHASHSEED"] = "0"
    (folder / "ledger").unlink(missing_ok=True)
    result = preload.run(
        [command, "run", *options, "--",
         modules.python_of(job.version).release,
         str(modules.HERE / "loop.py"), job.module.imported,
         str(folder / (job.module.name + ".so")),
         "drive_" + job.module.name, str(job.steps), *job.how], env, 300,
        directory=str(folder))
    if "--confirm" in options:
        take_last(folder)
    if not (folder / "ledger").is_file():
        return "no ledger: %s" % common.last_line(result.stderr)
    # Whose count falls long enough dies, and the program with it.
    dies = job.row and (job.row["references"] or -1) < 0
    if result.status != 0 and not dies:
        (folder / "ledger").unlink()
        return "status %d: %s" % (result.status,
                                  common.last_line(result.stderr))
    (folder / "ledger").rename(ledger)
    return None


@functools.lru_cache(None)
def key_of_command(command):
    return common.key_of(pathlib.Path(command).read_bytes())


def reported_of(job, command, options):
    """Where the report of a ledger is kept that this very command made."""
    stat = ledger_of(job).stat()
    return folder_of(job) / ("report-%s.json" % common.key_of(
        key_of_command(command), options, job.steps, stat.st_mtime_ns))


def strip(job):
    """A ledger that speaks of the module as it would be in a wheel, whose
    symbols are stripped. It is to be removed."""
    module = folder_of(job) / (job.module.name + ".so")
    stripped = pathlib.Path(str(module).replace("/real/recorded/",
                                                "/real/stripped/"))
    if not stripped.is_file() \
            or stripped.stat().st_mtime_ns < module.stat().st_mtime_ns:
        stripped.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["strip", "-o", str(stripped), str(module)],
                       check=True, timeout=60)
    # As long as the other one: no string in the ledger moves.
    ledger = stripped.parent / ("ledger-%d-%d" % (job.steps,
                                                  threading.get_ident()))
    ledger.write_bytes(ledger_of(job).read_bytes().replace(
        bytes(module), bytes(stripped)))
    return ledger


def seeing_files(job, command):
    """The command, where it finds the files that the ledger tells of."""
    tree = modules.tree_of(modules.python_of(job.version).release)
    if tree is None:
        return [command]
    root = modules.HERE.parents[2]
    return [str(root / "scripts" / "in-tree"), str(tree), "--host", command]


def report(job, command, *options):
    """The JSON report of a recorded ledger, or RuntimeError."""
    kept = reported_of(job, command, options)
    if kept.is_file():
        return json.loads(kept.read_text())
    ledger = strip(job) if STRIPPED in options else ledger_of(job)
    result = preload.run(
        [*seeing_files(job, str(pathlib.Path(command).resolve())),
         "report", "--format=json",
         *(one for one in options if one != STRIPPED), str(ledger)],
        preload.environment(), 600)
    if STRIPPED in options:
        ledger.unlink()
    try:
        report = json.loads(result.stdout)
    except ValueError:
        raise RuntimeError("no report: %s" % common.last_line(
            result.stderr)) from None
    kept.write_bytes(result.stdout)
    return report
