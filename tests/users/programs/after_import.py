#: finds 200 __main__.Session keep
#: held __main__.SESSIONS
#: not term
#: not interrupt
#: not live
#: not kill
"""A leak of a few calls behind a large import, which is nearly all of the run."""
import pathlib
import sys

import endings

pathlib.Path("large.py").write_text(
    "TABLE = {str(number): number for number in range(2_000_000)}\n"
    "TABLE.clear()\n")
import large

SESSIONS = []


class Session:
    pass


def keep(number):
    parts = [str(one) for one in range(10)]
    SESSIONS.append(Session())
    return len(parts)


def main(calls):
    for number in range(calls):
        keep(number)


main(200)
endings.end(sys.argv[1])
