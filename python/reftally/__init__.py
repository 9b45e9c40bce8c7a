"""What a Python program may say to reftally, and ask it.

The marks (`checkpoint`, `round`, `region`, `pause` and `resume`) do nothing, and
`references`, `changes` and `findings` return None, in a process that was
started without the library, so that calls may stay in a program.
"""

from __future__ import annotations

import contextlib
import typing

if typing.TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from reftally.judgement import Judgement
    from reftally.running import Run

__all__ = ["__version__", "changes", "checkpoint", "findings", "is_recorded",
           "ledger", "pause", "references", "region", "resume", "round", "run"]

__version__ = "0.1.0"


def _find(name: str, result: str | None, *arguments: str) -> typing.Any:
    """A function of the library; None where it is not loaded."""
    try:
        import ctypes
        # PyDLL keeps the interpreter's lock: what is counted stands still.
        function = getattr(ctypes.PyDLL(None), name)
    except (ImportError, AttributeError):
        return None
    function.restype = None if result is None else getattr(ctypes, result)
    function.argtypes = [getattr(ctypes, one) for one in arguments]
    return function


_checkpoint = _find("reftally_checkpoint", None, "c_char_p")
_round = _find("reftally_round", None)
_region = _find("reftally_region", None, "c_char_p", "c_int")
_stacks = _find("reftally_stacks", None, "c_int")
_pause = _find("reftally_pause", None)
_resume = _find("reftally_resume", None)
_ledger = _find("reftally_ledger", "c_char_p")
_growing = _find("reftally_growing", "c_long")
_remember = _find("reftally_remember", "c_int")
_gained = _find("reftally_gained", "c_long")
_gainers = _find("reftally_gainers", "c_long", "c_long", "c_void_p", "c_long")
_follow = _find("reftally_follow", "c_long", "c_long")
_references = _find("reftally_references", "c_long", "c_void_p")
_changes = _find("reftally_changes", "c_long", "c_void_p")


def is_recorded() -> bool:
    """Is the library in this process?"""
    return _checkpoint is not None


def ledger() -> str | None:
    """The file that this process is recorded to; None: it is not."""
    import os
    path = None if _ledger is None else _ledger()
    return None if path is None else os.fsdecode(path)


def checkpoint(label: object = None) -> None:
    """Count what is alive now; reports tell what grows between checkpoints."""
    if _checkpoint is not None:
        _checkpoint(None if label is None else str(label).encode())


def round() -> None:
    """A checkpoint after one more round of the same: growth is per call."""
    if _round is not None:
        _round()


class region(contextlib.ContextDecorator):
    """A part of the program that runs again and again, under this name.

        with reftally.region("load"):
            load()

    `findings("load")` and `reftally report --region=load` tell what grows with
    each pass. What only the collector can free counts as alive until it runs.
    """

    def __init__(self, label: object) -> None:
        self._label = str(label).encode()

    def __enter__(self) -> region:
        if _region is not None:
            _region(self._label, 1)
        return self

    def __exit__(self, *exception: object) -> None:
        if _region is not None:
            _region(self._label, 0)


def pause() -> None:
    """Record no births from now on; objects already known still are."""
    if _pause is not None:
        _pause()


def resume() -> None:
    """Record births again."""
    if _resume is not None:
        _resume()


def _ask(function: typing.Any, thing: object) -> int | None:
    number = -1 if function is None else function(id(thing))
    return None if number < 0 else number


def references(thing: object) -> int | None:
    """The references the ledger believes the object has; None: not tracked."""
    return _ask(_references, thing)


def changes(thing: object) -> int | None:
    """How many writes to the object's count were seen; None: not tracked."""
    return _ask(_changes, thing)


def findings(region: str | None = None) -> Judgement | None:
    """The judgement of this process as of now; None: it is not recorded.

    With the label of a region, only what grows with each pass through it. This
    takes seconds: a copy of the process is asked who owns what, and the command
    reads the ledger.
    """
    path = ledger()
    if path is None:
        return None
    from reftally.judgement import judge
    return judge(path, region=region)


def run(command: Sequence[str], *, settings: Mapping[str, object] | None = None,
        check: bool = False, **how: typing.Any) -> Run:
    """Run a program under the library, and judge it.

    `settings` are those of `reftally run`, as in {"track": "dict"}; `how` is
    for subprocess.run. With `check`, an exit status other than 0 raises.
    """
    from reftally.running import run_program
    return run_program(command, settings or {}, check, how)
