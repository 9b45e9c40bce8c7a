"""dlopen() forgets the encoded name when an audit hook refuses."""
import _ctypes
import sys

CULPRIT = "py_dl_open"


class Refused(Exception):
    pass


def refuse(event, arguments):
    if event == "ctypes.dlopen":
        raise Refused(event)


sys.addaudithook(refuse)


def step():
    try:
        _ctypes.dlopen("no such library", 0)
    except Refused:
        pass
