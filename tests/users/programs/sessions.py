"""A registry of sessions from which nobody takes those that are over."""
#: finds some __main__.Session
#: held __main__.Registry.sessions
import sys

import endings


class Session:
    def __init__(self, user):
        self.user = user
        self.cart = []

    def visit(self, page):
        return "%s at %s" % (self.user, page)


class Registry:
    sessions = {}

    @classmethod
    def open(cls, number):
        session = Session("user %d" % number)
        cls.sessions[number] = session
        return session


def serve(number):
    session = Registry.open(number)
    return [session.visit("page %d" % page) for page in range(3)]


for number in range(6000):
    serve(number)
endings.end(sys.argv[1])
