"""A second BufferedRWPair.__init__ overwrites the first two buffers."""
import io

CULPRIT = "_io_BufferedRWPair___init___impl _io_BufferedRWPair___init__"


class Raw(io.RawIOBase):
    def readable(self):
        return True

    def writable(self):
        return True


def step():
    pair = io.BufferedRWPair(Raw(), Raw())
    pair.__init__(Raw(), Raw())
