"""Exceptions that are kept, with all that their frames hold."""
#: finds 500 ValueError
#: held __main__.FAILED[
#: not kill
import sys

import endings

FAILED = []


def fail(number):
    raise ValueError("number %d" % number)


def attempt(number):
    try:
        fail(number)
    except ValueError as error:
        FAILED.append(error)


for number in range(500):
    attempt(number)
endings.end(sys.argv[1])
