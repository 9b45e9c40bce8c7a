"""Objects of known types that gain references: no report needs to be made.

A report finds out who takes references, and only then asks whether that is
known. A rule of a file of suppressions that names a type and nothing else is
known to fit before.
"""

from __future__ import annotations

import ctypes
import fnmatch
import itertools
import re
import time
from collections.abc import Iterable

import reftally

__all__ = ["KnownTypes"]

ROOM = 256  # objects; what more of them gain counts as unknown
PREFIX = "--suppressions="


def _patterns(line: str) -> list[str]:
    """Of a rule for a type alone, which still holds. Where Python's patterns
    and the shell's may differ, a report is made."""
    words = itertools.takewhile(lambda word: word[0] != "#", line.split())
    rule = dict(word.partition("=")[::2] for word in words)
    until = rule.pop("until", "")
    if [*rule] != ["type"] or re.search(r"[\\[]", rule["type"]):
        return []
    today = time.strftime("%Y-%m-%d")
    return [rule["type"]] if not until or until >= today else []


class _Gainer(ctypes.Structure):
    """struct reftally_gainer"""
    _fields_ = [("gained", ctypes.c_long), ("type", ctypes.c_char * 504)]


class KnownTypes:
    """`options` are those of the command `reftally report`."""

    def __init__(self, options: Iterable[str]) -> None:
        self._patterns: list[str] = []
        for option in options:
            if option.startswith(PREFIX):
                with open(option[len(PREFIX):], encoding="utf-8",
                          errors="replace") as file:
                    for line in file:
                        self._patterns += _patterns(line)

    def _has(self, name: str) -> bool:
        return any(fnmatch.fnmatchcase(name, one) for one in self._patterns)

    def gained(self, least: int) -> int:
        """The references that objects of known types gained, each `least` or
        more."""
        if not self._patterns:
            return 0
        gainers = (_Gainer * ROOM)()
        count = min(ROOM, reftally._gainers(least, gainers, ROOM))
        return sum(one.gained for one in gainers[:max(count, 0)]
                   if self._has(one.type.decode(errors="replace")))
