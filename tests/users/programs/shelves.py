"""Each request puts something on a shelf, which keeps it in memory of C."""
#: finds 1500 dict put
#: held __main__.SHELF+0x10
import sys

import endings
import readings

SHELF = readings.shelf()


def request(number):
    SHELF.put({"number": number, "name": "request %d" % number})


def serve():
    for number in range(1500):
        request(number)


serve()
endings.end(sys.argv[1])
