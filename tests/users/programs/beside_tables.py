"""A list that nobody empties, of what the program's tables are made of, too, by
the same instructions of C."""
#: finds 3000 dict
#: held __main__.HISTORY[
#: not kill
import sys

import endings

OPTIONS = {}
HISTORY = []


def set_up():
    for number in range(1500):
        OPTIONS["option %d" % number] = {"value": number}


def handle(number):
    HISTORY.append({"request": number})


set_up()
work = sum(len(str(number)) for number in range(30000))
for number in range(3000):
    handle(number)
endings.end(sys.argv[1])
