"""What the policy tests share: the tree to look at, and how to end.

A policy test is a program `tests/policy/<name> [ROOT]`. It ends with 0, with 1
after one line per problem, or with 77 after a sentence that says why it could
not look. A test that found nothing to look at has failed.
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent.parent).resolve()


def files(folders, *suffixes):
    """The files below these folders with one of these suffixes, in order."""
    found = []
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and (not suffixes or path.suffix in suffixes):
                found.append(path)
    return found


def name(path):
    return str(path.relative_to(ROOT))


def table(file_name):
    """The rows of a table file: words; # begins a comment."""
    rows = []
    for line in (HERE / file_name).read_text().splitlines():
        words = line.split("#", 1)[0].split()
        if words:
            rows.append(words)
    return rows


def skip(sentence):
    print(f"skipped: {sentence}")
    sys.exit(77)


def finish(problems, looked_at, what):
    """Ends the test."""
    for problem in problems:
        print(problem)
    if looked_at == 0:
        print(f"no {what} found below {ROOT}: nothing was checked")
        sys.exit(1)
    print(f"{looked_at} {what} checked, {len(problems)} problems")
    sys.exit(1 if problems else 0)
