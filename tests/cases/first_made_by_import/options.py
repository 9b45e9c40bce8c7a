import collections


class Options(collections.namedtuple("Options", "encoding errors")):
    def __new__(cls, encoding="ascii", errors="strict"):
        return tuple.__new__(cls, (encoding, errors))


DEFAULT = Options()
