"""A service that keeps each request in a list that nobody empties."""
#: finds 8000 __main__.Request
#: held __main__.HISTORY[
import sys

import endings


class Request:
    def __init__(self, number):
        self.number = number
        self.body = {"text": "request %d" % number}


def handle(number):
    request = Request(number)
    HISTORY.append(request)
    return len(request.body)


HISTORY = []
for number in range(8000):
    handle(number)
endings.end(sys.argv[1])
