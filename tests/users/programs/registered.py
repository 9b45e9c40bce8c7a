"""What leaks is in a WeakValueDictionary as well, which owns nothing."""
#: finds 60 __main__.Session
import sys
import weakref
from ctypes import py_object, pythonapi

import endings


class Session:
    pass


def open_session():
    session = Session()
    SESSIONS[len(SESSIONS)] = session
    pythonapi.Py_IncRef(py_object(session))


SESSIONS = weakref.WeakValueDictionary()
for _ in range(60):
    open_session()
endings.end(sys.argv[1])
