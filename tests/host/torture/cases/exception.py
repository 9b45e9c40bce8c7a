"""An exception that nobody catches: same trace, same status."""
#: prints before
#: status 1


class Special(Exception):
    def __str__(self):
        return "with %s" % self.args


def fail(depth):
    if depth:
        fail(depth - 1)
    raise Special("text")


print("before")
fail(3)
