"""junit - what the tests of one file came to, and whether two runs agree.

Pure: the text of a junit file in, verdicts out. A test is known by its class,
its name and how many of that name came before it; an address within a name,
as of a function that a test is parametrized with, is left out.
"""
import collections
import re
import xml.etree.ElementTree

Run = collections.namedtuple("Run", "status tests")

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")


def _kind(case):
    for child in case:
        if child.tag in ("failure", "error", "skipped"):
            return child.tag
    return "passed"


def parse(texts):
    """{test: passed, failure, error or skipped} of files of one run. What
    is not whole, as the process died, has no tests."""
    tests = {}
    seen = collections.Counter()
    for text in texts:
        try:
            root = xml.etree.ElementTree.fromstring(text)
        except xml.etree.ElementTree.ParseError:
            continue
        for case in root.iter("testcase"):
            name = _ADDRESS.sub("0x", "%s::%s" % (case.get("classname", ""),
                                                  case.get("name", "")))
            seen[name] += 1
            if seen[name] > 1:
                name += " (%d)" % seen[name]
            tests[name] = _kind(case)
    return tests


def differences(plain, other):
    """{what: (plain, with the library)}, of tests and of the exit status."""
    found = {name: (plain.tests.get(name, "absent"),
                    other.tests.get(name, "absent"))
             for name in sorted(plain.tests.keys() | other.tests.keys())
             if plain.tests.get(name) != other.tests.get(name)}
    if plain.status != other.status:
        found["exit status"] = plain.status, other.status
    return found


def settle(plains, others):
    """(differs, flaky): two lists of sentences, one for each test whose first
    two runs differed. It differs when its outcome in all runs with the
    library is one that no plain run had; else it comes and goes."""
    differs, flaky = [], []
    for name, (before, after) in differences(plains[0], others[0]).items():
        pick = ((lambda run: run.status) if name == "exit status" else
                (lambda run: run.tests.get(name, "absent")))
        said = "%s: %s, plain %s" % (name, after, before)
        usual = [pick(run) for run in plains]
        ours = [pick(run) for run in others]
        if set(usual) & set(ours):
            flaky.append("%s; in all: %s, plain %s" % (
                said, " ".join(map(str, ours)), " ".join(map(str, usual))))
        else:
            differs.append(said)
    return differs, flaky


def describe(tests):
    """As pytest would: "110 passed, 1 failure, 2 skipped"."""
    counts = collections.Counter(tests.values())
    return ", ".join("%d %s" % (counts[kind], kind) for kind in
                     ("passed", "failure", "error", "skipped")
                     if counts[kind]) or "none"
