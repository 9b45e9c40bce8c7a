#: finds 300 __main__.Record
#: held __main__.RECORDS
#: not term
#: not interrupt
#: not live
#: not kill
"""A leak by a lambda of the top level, which a function calls again and again."""
import sys

import endings


class Record:
    pass


RECORDS = {}
record_of = lambda number: RECORDS.setdefault(number, Record())


def step(number):
    record_of(number)
    return [str(one) for one in range(20)]


def main(calls):
    for number in range(calls):
        step(number)


main(300)
endings.end(sys.argv[1])
