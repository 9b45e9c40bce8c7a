"""Each name of an array that comes into the path of the parser."""
import ijson
from ijson.backends import yajl2_c

# Source: https://github.com/ICRAR/ijson/commit/80da1dc (changelog 3.0.2), mended in 3.0.2
CULPRIT = "parse_basecoro_send_impl"
PACKAGE = "ijson==3.0.1"
PYTHON = "3.9"


def step():
    events = ijson.sendable_list()
    coroutine = yajl2_c.parse_coro(events)
    coroutine.send(b'{"name one": {"name two": [[2]]}}')
    try:
        coroutine.send(b"")
    except StopIteration:
        pass
    del events[:]
