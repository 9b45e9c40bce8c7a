"""A leaked reference is found whatever it is to, and what is kept is no leak.

One function of a module leaks objects of every kind that Python makes; the
report must blame it for each of them, and nobody for anything else.
"""

import collections
import json
import pathlib

from suite import execute, why_not

HERE = pathlib.Path(__file__).resolve().parent / "kinds"
SHARE = .9  # of the references of a type, at least
# What an object was when it was made: its class can be assigned.
MADE_AS = {"__main__.Other": "__main__.Thing"}


def findings_of(mode, interpreter, directory, library, command):
    """(what the program printed, findings), or a sentence why not."""
    done = execute([interpreter.path, HERE / "every_kind.py", mode], directory,
                   library, PYTHONPATH=str(directory), REFTALLY_SAMPLE="all")
    if done.returncode != 0:
        return why_not(done)
    report = execute(interpreter.command(command) + [
        "report", "--format=json", "ledger"], directory)
    (directory / "ledger").unlink()
    if report.returncode != 0:
        return "the report ended with " + why_not(report)
    return done.stdout, json.loads(report.stdout)["findings"]


def describe(finding):
    return "%s of %d %s at %s" % (
        finding["verdict"], finding["references"], finding["type"],
        finding["sites"][0]["function"] if finding["sites"] else "?")


def wrong_leaks(printed, findings):
    wanted, found = collections.Counter(), collections.Counter()
    for line in printed.splitlines():
        name, count = line.rsplit(" ", 1)
        wanted[MADE_AS.get(name, name)] += int(count)
    for finding in findings:
        blamed = finding["sites"][0]["function"] if finding["sites"] else None
        if finding["verdict"] != "surplus" or blamed != "leak":
            return "it finds a " + describe(finding)
        found[finding["type"]] += finding["references"]
    lacking = ["%d of %d %s" % (found[name], wanted[name], name)
               for name in sorted(wanted)
               if not SHARE * wanted[name] <= found[name] <= wanted[name]]
    if lacking:
        return "it found " + ", ".join(lacking)
    return None


def check_kinds(name, interpreter, directory, library, command):
    directory.mkdir()
    made = execute(["cc", "-std=gnu11", "-g", "-O2", "-fPIC", "-shared",
                    "-Wall", "-o", directory / ("kinds" + interpreter.suffix),
                    HERE / "kinds.c"] + interpreter.compiler_flags(),
                   directory)
    if made.returncode != 0:
        return "SKIP", name, "it does not compile: " + why_not(made)
    answer = findings_of("leak", interpreter, directory, library, command)
    wrong = answer if isinstance(answer, str) else wrong_leaks(*answer)
    if wrong is None:
        answer = findings_of("keep", interpreter, directory, library, command)
        wrong = answer if isinstance(answer, str) else None
        if wrong is None and answer[1]:
            wrong = "of what is kept it finds a " + describe(answer[1][0])
    return ("PASS", name) if wrong is None else ("FAIL", name, wrong)
