"""outcome - what a run of CPython's own tests came to, and whether two agree.

Pure: text in, verdict out.
"""
import collections
import re

Outcome = collections.namedtuple(
    "Outcome", "status ran failures errors skipped other failed notes")

_RAN = re.compile(r"^Ran (\d+) tests? in ", re.M)
_TOTALS = re.compile(r"^(?:OK|FAILED)(?: \((.*)\))?$", re.M)
_FAILED = re.compile(r"^(?:FAIL|ERROR): (\S.*)$", re.M)
_SKIPPED_MODULE = re.compile(r"^(test_[\w.]+) skipped -- ", re.M)
# Not what it says after a second, of a large heap or on a busy machine.
_LIBRARY_LINE = re.compile(r"^reftally: (?!looking for the owners).*$", re.M)


def parse(result):
    """The Outcome of one `python -m test -v MODULE`. Exact names of failed
    tests are kept, so that two runs with the same totals can still differ;
    `other` holds expected failures, unexpected successes and the like."""
    text = (result.stdout + b"\n" + result.stderr).decode(errors="replace")
    totals = collections.Counter()
    for line in _TOTALS.findall(text):
        for name, number in re.findall(r"([a-z ]+)=(\d+)", line):
            totals[name.strip()] += int(number)
    other = {name: number for name, number in totals.items()
             if name not in ("failures", "errors", "skipped")}
    for module in _SKIPPED_MODULE.findall(text):
        other["module skipped"] = 1
    return Outcome(
        status="timeout" if result.timed_out else result.status,
        ran=sum(int(number) for number in _RAN.findall(text)),
        failures=totals["failures"], errors=totals["errors"],
        skipped=totals["skipped"], other=other,
        failed=tuple(sorted(set(_FAILED.findall(text)))),
        notes=tuple(_LIBRARY_LINE.findall(text)))


def differences(plain, with_library):
    """Sentences; none when the library changed nothing."""
    found = []
    for field in ("status", "ran", "failures", "errors", "skipped", "other"):
        before, after = getattr(plain, field), getattr(with_library, field)
        if before != after:
            found.append("%s: %s, plain %s" % (field, after, before))
    for name in sorted(set(with_library.failed) - set(plain.failed)):
        found.append("only with the library: %s" % name)
    for name in sorted(set(plain.failed) - set(with_library.failed)):
        found.append("only without the library: %s" % name)
    for line in with_library.notes:
        found.append("said: %s" % line)
    return found


def settle(plains, others):
    """(verdict, remarks) of plain runs and runs with the library, of which
    the first ones differed.

    It is the library's doing when none of its runs is like any plain run.
    Else the difference comes and goes, and the remarks say how often: that is
    no proof of innocence, so it is not called passed either."""
    unlike = [other for other in others
              if all(differences(plain, other) for plain in plains)]
    varied = [plain for plain in plains[1:] if differences(plains[0], plain)]
    first = differences(plains[0], others[0])
    if len(unlike) == len(others):
        return "FAIL", differences(plains[-1], others[-1])
    return "FLAKY", ["%d of %d runs with the library were like no plain run; "
                     "%d of %d plain runs were unlike the first" % (
                         len(unlike), len(others), len(varied),
                         len(plains) - 1)] + first


def describe(outcome):
    """As unittest would: "110 ran, 1 failed, 2 skipped"."""
    text = "%d ran" % outcome.ran
    for name, number in (("failed", outcome.failures),
                         ("errors", outcome.errors),
                         ("skipped", outcome.skipped)):
        if number:
            text += ", %d %s" % (number, name)
    if outcome.status:
        text += ", %s" % ("timeout" if outcome.status == "timeout"
                          else "status %d" % outcome.status)
    return text
