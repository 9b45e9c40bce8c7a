"""unharmed - programs that must do the same with the library as without.

A host is a function of an environment and a folder, whose answer must be the
same plain and recorded; run() does the rest. A host that is not installed
raises Skip.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import venv

import preload
import suite

SECONDS = 600  # a busy machine is no failure

SCRIPT = """
import collections, json, re
kept = [json.loads(json.dumps({"n": n, "s": str(n) * 3})) for n in range(500)]
words = collections.Counter(re.findall("[0-9]+", json.dumps(kept)))
class Node:
    pass
for n in range(2000):
    a, b = Node(), Node()
    a.other, b.other = b, a
answer = "%d %s" % (len(kept), words.most_common(3))
"""


class Skip(Exception):
    """The host is not here."""


def need(*names, folders=("/usr/sbin", "/usr/lib/postgresql/*/bin")):
    """The paths of executables, or Skip."""
    found = []
    for name in names:
        path = shutil.which(name) or next(
            (str(one) for folder in folders
             for one in pathlib.Path("/").glob(folder[1:] + "/" + name)), None)
        if path is None:
            raise Skip("%s is not installed" % name)
        found.append(path)
    return found


def finished(command, env, directory):
    """Runs it to its end; its output."""
    done = subprocess.run(command, env=env, cwd=directory, timeout=SECONDS,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise ValueError("%s ended with %d: %s" % (
            command[0], done.returncode, suite.one_line(done.stdout[-300:])))
    # That a census is slow is said on a busy machine.
    return "".join(line for line in done.stdout.splitlines(True)
                   if not line.startswith(preload.SLOW_CENSUS))


def environment_with(name, *packages):
    """An environment of our own in the user's cache, made once."""
    folder = pathlib.Path(os.environ.get("XDG_CACHE_HOME", os.path.expanduser(
        "~/.cache"))) / "reftally" / name
    mark = folder / "made"
    if not mark.exists():
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        done = subprocess.run([folder / "bin" / "pip", "install", "-q",
                               *packages], timeout=SECONDS,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise Skip("pip could not install %s" % " ".join(packages))
        mark.touch()
    return folder / "bin"


def reports(directory, command):
    for path in sorted(directory.glob("*.ledger")):
        done = subprocess.run([command, "report", "--format=json", path],
                              stdout=subprocess.PIPE, timeout=SECONDS,
                              stderr=subprocess.DEVNULL)
        if done.returncode not in (0, 4):
            raise ValueError("the report ended with %d" % done.returncode)
        yield json.loads(done.stdout)


def what_is_wrong(report, known):
    """None, or what the report should not say."""
    coverage = report["coverage"]
    if report["process"]["command"][-1] == "":
        return "the command's arguments end with an empty one"
    if coverage["missed"] != 0:
        return "%d of %d changes missed" % (coverage["missed"],
                                            coverage["seen"])
    for finding in report["findings"]:
        if finding["sites"][0]["function"] not in known:
            return "a finding: %s" % suite.one_line(json.dumps(finding), 300)
    return None


def check(host, library, command, known, is_silent):
    """(verdict, what to say). Ledgers lie where every user may write."""
    with tempfile.TemporaryDirectory(prefix="reftally-host-") as made:
        made = pathlib.Path(made)
        made.chmod(0o755)
        answers = []
        for env in (preload.environment(),
                    preload.environment(library, track="all", follow=1,
                                        output=made / "ledgers/%p.ledger",
                                        cache="none")):
            directory = made / ("plain", "recorded")[len(answers)]
            directory.mkdir()
            if not answers:
                (made / "ledgers").mkdir()
                (made / "ledgers").chmod(0o1777)
            answers.append(host(env, directory))
        if answers[0] != answers[1]:
            return "FAIL", "answers differ: %s, not %s" % (
                suite.one_line(repr(answers[1]), 300),
                suite.one_line(repr(answers[0]), 300))
        found = list(reports(made / "ledgers", command))
        for report in found:
            wrong = what_is_wrong(report, known)
            if wrong is not None:
                return "FAIL", wrong
        seen = [report["coverage"]["seen"] for report in found]
        if any(seen) == is_silent:
            return "FAIL", "%s was recorded, in %d processes" % (
                "something" if is_silent else "nothing", len(seen))
        return "PASS", "%d changes in %d processes" % (
            sum(seen), sum(1 for one in seen if one))


def run(hosts, known, silent=()):
    """The exit status. known: functions that are blamed rightly, by host.
    silent: hosts in which nothing can be recorded."""
    library = preload.find_library()
    command = suite.find_command()
    names = sys.argv[1:] or [host.__name__ for host in hosts]
    unknown = set(names) - {host.__name__ for host in hosts}
    if unknown:
        sys.exit("no host %s; there are %s" % (
            ", ".join(sorted(unknown)),
            ", ".join(host.__name__ for host in hosts)))
    counts = {"PASS": 0, "FAIL": 0, "SKIP": 0}
    for host in hosts:
        if host.__name__ not in names:
            continue
        try:
            verdict, why = check(host, library, command,
                                 known.get(host.__name__, ()),
                                 host.__name__ in silent)
        except Skip as reason:
            verdict, why = "SKIP", str(reason)
        except (ValueError, OSError, subprocess.TimeoutExpired) as error:
            verdict, why = "FAIL", suite.one_line(str(error), 300)
        counts[verdict] += 1
        print("%s %s: %s" % (verdict, host.__name__, why), flush=True)
    print("%(PASS)d passed, %(FAIL)d failed, %(SKIP)d skipped" % counts)
    return 1 if counts["FAIL"] else 0 if counts["PASS"] else 77
