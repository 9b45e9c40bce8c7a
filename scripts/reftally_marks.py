"""What a Python program may say to reftally while it is recorded.

Every function does nothing (and `references` and `changes` return None) in a
process that was started without the library, so calls may stay in a program.
The module stands alone: copy it, or put its folder on the path.
"""

import ctypes

__all__ = ["is_recorded", "checkpoint", "round", "pause", "resume",
           "references", "changes"]


def _find(name, result=None, *arguments):
    try:
        # PyDLL keeps the interpreter's lock: what is counted stands still.
        function = getattr(ctypes.PyDLL(None), name)
    except AttributeError:
        return None
    function.restype = result
    function.argtypes = arguments
    return function


_checkpoint = _find("reftally_checkpoint", None, ctypes.c_char_p)
_round = _find("reftally_round")
_pause = _find("reftally_pause")
_resume = _find("reftally_resume")
_references = _find("reftally_references", ctypes.c_long, ctypes.c_void_p)
_changes = _find("reftally_changes", ctypes.c_long, ctypes.c_void_p)


def is_recorded():
    """Is the library in this process?"""
    return _checkpoint is not None


def checkpoint(label=None):
    """Count what is alive now; reports tell what grows between checkpoints."""
    if _checkpoint is not None:
        _checkpoint(None if label is None else str(label).encode())


def round():
    """A checkpoint after one more round of the same: growth is per call."""
    if _round is not None:
        _round()


def pause():
    """Record no births from now on; objects already known still are."""
    if _pause is not None:
        _pause()


def resume():
    """Record births again."""
    if _resume is not None:
        _resume()


def _ask(function, thing):
    number = -1 if function is None else function(id(thing))
    return None if number < 0 else number


def references(thing):
    """The references the ledger believes the object has; None: not tracked."""
    return _ask(_references, thing)


def changes(thing):
    """How many writes to the object's count were seen; None: not tracked."""
    return _ask(_changes, thing)
