"""Where the command `reftally` is, and how to start it."""

from __future__ import annotations

import os
import shutil
import sys
import typing

_HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARY = "libreftally.so"


class ReftallyError(Exception):
    """The command is not there, or says what is wrong."""


def _is_program(path: str) -> bool:
    """Scripts of this name start this very module."""
    try:
        with open(path, "rb") as file:
            return os.access(path, os.X_OK) and file.read(4) == b"\x7fELF"
    except OSError:
        return False


def find() -> str:
    """The command that came with this package, or else one on the path."""
    bundled = os.path.join(_HERE, "native", "bin", "reftally")
    if _is_program(bundled):
        return bundled
    for folder in os.get_exec_path():
        found = shutil.which("reftally", path=folder)
        if found is not None and _is_program(found):
            return found
    raise ReftallyError("the command reftally is neither in this package nor "
                        "on the PATH")


def library() -> str:
    """The library that the command preloads."""
    given = os.environ.get("REFTALLY_LIBRARY")
    if given:
        return os.path.abspath(given)
    here = os.path.dirname(os.path.realpath(find()))
    for place in ("", ".libs", "../lib/reftally"):
        path = os.path.normpath(os.path.join(here, place, LIBRARY))
        if os.path.exists(path):
            return path
    raise ReftallyError(f"{LIBRARY} is not where the command {find()} has it")


def environment() -> dict[str, str]:
    """That of this process, for a program that is not to be recorded."""
    kept = dict(os.environ)
    libraries = [one for one in kept.pop("LD_PRELOAD", "").split(":")
                 if one and os.path.basename(one) != LIBRARY]
    if libraries:
        kept["LD_PRELOAD"] = ":".join(libraries)
    return kept


def main() -> typing.NoReturn:
    """The script `reftally` that pip makes: becomes the command."""
    if sys.argv[1:2] == ["unittest"]:
        from reftally import unittest_runner
        unittest_runner.main()
    try:
        command = find()
    except ReftallyError as error:
        sys.exit(f"reftally: {error}")
    os.execv(command, [command, *sys.argv[1:]])
