"""A leaked reference is found whatever it is to, and what is kept is no leak.

One function of a module leaks objects of every kind that Python makes; the
report must blame it for each of them, and nobody for anything else; and for
none that is immortal.
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
    report = json.loads(report.stdout)
    if report["coverage"]["missed"] != 0:
        return "%d changes were missed" % report["coverage"]["missed"]
    return done.stdout, report["findings"]


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
        for member in finding.get("members", []):
            found[member["type"]] += member["references"]
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
    for mode in ("leak", "keep", "immortal"):
        answer = findings_of(mode, interpreter, directory, library, command)
        if isinstance(answer, str):
            return "FAIL", name, mode + ": " + answer
        if mode == "leak":
            wrong = wrong_leaks(*answer)
        else:
            # What is kept grows from the first to the last, and that is said.
            more = [one for one in answer[1]
                    if mode != "keep" or one["verdict"] != "held"]
            wrong = more and "it finds a " + describe(more[0])
        if wrong:
            return "FAIL", name, mode + ": " + wrong
    return "PASS", name
