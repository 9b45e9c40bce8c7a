#: finds 3000 weakref.KeyedRef watch
#: held __main__.TRACKER.watched[
#: not term
#: not interrupt
#: not live
#: not kill
"""Weak references to sessions that are over long since, of which nobody lets go."""
import sys
import weakref

import endings


class Session:
    pass


class Tracker:
    def __init__(self):
        self.watched = []
        self.over = 0

    def watch(self, session):
        def end(reference):
            self.over += 1

        self.watched.append(weakref.KeyedRef(session, end, len(self.watched)))


TRACKER = Tracker()


def serve():
    session = Session()
    TRACKER.watch(session)
    session.seen = True


def main(calls):
    for _ in range(calls):
        serve()


main(3000)
endings.end(sys.argv[1])
