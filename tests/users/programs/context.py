#: finds 300 dict step
#: held the interpreter's own structures
#: not term
#: not interrupt
#: not live
#: not kill
"""A leak in a list that only a context variable of the thread refers to."""
import contextvars
import sys

import endings

SPANS = contextvars.ContextVar("spans")
SPANS.set([])


def step(number):
    SPANS.get().append({"number": number})
    return [str(one) for one in range(20)]


def main(calls):
    for number in range(calls):
        step(number)


main(300)
endings.end(sys.argv[1])
