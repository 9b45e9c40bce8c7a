"""Nothing leaks: a registry of sessions that are over after a while."""
import sys

import endings


class Session:
    def __init__(self, user):
        self.user = user
        self.cart = []


def serve(number):
    SESSIONS[number] = Session("user %d" % number)
    SESSIONS.pop(number - 300, None)
    return len(SESSIONS)


SESSIONS = {}
for number in range(4000):
    serve(number)
endings.end(sys.argv[1])
