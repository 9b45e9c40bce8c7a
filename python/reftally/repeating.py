"""A test that is run again and again: what grows with each pass?

What pytest and unittest share. This process is recorded.
"""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import functools
import gc
import os
import re
import sys
import tempfile
import typing
import warnings
from collections.abc import Callable, Iterator, Mapping

import reftally
from reftally import command
from reftally.judgement import Finding, judge
from reftally.known import KnownTypes

__all__ = ["Leak", "Repeater", "Verdict", "recorded_environment", "relaunch"]

LABEL_BYTES_MAX = 200
SMALL_BYTES_MAX = 512  # what is larger is not in Python's own blocks
LINES_MAX = 60  # of the first screen
METHOD_CACHE_ENTRIES = 4096
FILLING = 24  # look-ups an entry, until no more is taken
COLLECT_EVERY = 50  # tests, while the collector is not asked for everything

# Caches with a limit that are no lru_cache: module, name, function to empty it.
LIMITED = (("re", "_cache", "purge"),
           ("xml.etree.ElementPath", "_cache", "clear"))

# hypothesis knows each strategy that it has tried, by thousands. A test may make
# them anew each time.
HYPOTHESIS = (("hypothesis.strategies._internal.utils", "_STRATEGY_CACHE"),
              ("hypothesis.internal.conjecture.data",
               "STRUCTURAL_COVERAGE_CACHE"),
              ("hypothesis.internal.conjecture.data",
               "POOLED_CONSTRAINTS_CACHE"),
              ("hypothesis.internal.conjecture.providers", "CONSTANTS_CACHE"))


@dataclasses.dataclass(frozen=True)
class Leak:
    headline: str  # one line: what, how much of it, and where
    text: str  # the finding as the text report has it
    file: str
    line: int


@dataclasses.dataclass(frozen=True)
class Verdict:
    """Of one test. `why` is set where it could not be judged."""
    leaks: tuple[Leak, ...] = ()
    why: str | None = None


def _place(finding: Finding) -> tuple[str, int, str]:
    """The line to look at: in C, but that of Python where the interpreter is
    the one that did it, or that of what keeps it."""
    for site in finding.sites[:1]:
        own = not re.match(r"(lib)?python\d", site.image or "")
        if own and finding.verdict != "held" and site.file and site.line:
            return site.file, site.line, site.function or "?"
        for frame in site.python:
            if frame.file and frame.line:
                return frame.file, frame.line, frame.function or "?"
        if site.file and site.line:
            return site.file, site.line, site.function or "?"
        if site.function:
            return site.image or "?", 0, site.function
    return "?", 0, "?"


def _blocks(text: str) -> dict[int, str]:
    """The findings of a text report, by number."""
    found = {}
    for part in re.split(r"(?m)^(?=\d+\. )", text)[1:]:
        lines = part.splitlines()
        end = next((number for number, line in enumerate(lines) if number > 0
                    and line and not line.startswith(" ")), len(lines))
        shown = [line for line in lines[:end] if line.strip()]
        if len(shown) > LINES_MAX:
            shown[LINES_MAX:] = ["   ..."]
        found[int(part.partition(".")[0])] = "\n".join(shown)
    return found


def _shown(file: str) -> str:
    """Below the folder in which the tests run, the way from there; of others
    the last part: pytest's summary has room for little."""
    below = os.path.relpath(file) if os.path.isabs(file) else file
    return os.path.basename(file) if below.startswith("..") else below


def _rises(finding: Finding) -> float:
    """By how much with each pass. Only what is released too often falls."""
    each = finding.growth.slope or 0
    return abs(each) if finding.verdict == "deficit" else each


def _leak(finding: Finding, text: str) -> Leak:
    file, line, function = _place(finding)
    each = finding.growth.slope or 0
    what = f"{each:.4g} {finding.type or 'object'}"
    kept = {"held": "held", "cycle": "held in a cycle",
            "deficit": "released too often"}.get(finding.verdict, "leaked")
    where = f"{_shown(file)}:{line}" if line else file
    at = f"{where} in {function}"
    if file == "?" and finding.owners:
        at = f"as {finding.owners[0]}"
    return Leak(f"{what} {kept} per call: {at}", text, file, line)


class Repeater:
    """Runs tests again and says what leaks. One for a process."""

    def __init__(self, *, warm_up: int, repeat: int, folder: str | None = None,
                 options: tuple[str, ...] = ()) -> None:
        self.warm_up = warm_up
        self.repeat = repeat
        self._folder = folder
        self._options = options
        self._known = KnownTypes(options)
        self._tests = 0

    def judge(self, name: str, once: Callable[[], bool], *,
              warm_up: int | None = None, repeat: int | None = None,
              limit: float = 0) -> Verdict:
        """`once` runs the test, which has passed once, and tells whether it
        passes again."""
        self._tests += 1
        label = f"{self._tests} {name}".encode("ascii", "backslashreplace")
        label = label[:LABEL_BYTES_MAX]
        warm_up = self.warm_up if warm_up is None else warm_up
        repeat = self.repeat if repeat is None else repeat
        if self._tests % COLLECT_EVERY == 0:
            gc.collect()
        # What lives already is counted on, and what is born goes unseen.
        reftally.pause()
        try:
            for _ in range(1, warm_up):
                if not _again(once):
                    return Verdict(why="it does not pass a second time")
            grows = _grows(once, repeat, self._known)
        finally:
            reftally.resume()
        if grows is None:
            return Verdict(why="it does not pass again and again")
        path = reftally.ledger()
        if path is None:
            return Verdict(why="the recording has stopped")
        if grows is _Grows.NOTHING:
            return Verdict()
        reftally._stacks(1)
        try:
            gained = _pass(label, once, repeat, grows is _Grows.MEMORY,
                           self._known)
            if gained is None:
                return Verdict(why="it does not pass again and again")
            verdict, known = (self._ask(path, label.decode(), limit)
                              if reftally._growing() != 0
                              else (Verdict(), False))
            if (grows is _Grows.REFERENCES and gained and not known
                    and verdict == Verdict()):
                return Verdict(why="references to what lived before it become "
                               "more, and it is not known who takes them")
            return verdict
        finally:
            reftally._stacks(0)
            reftally._follow(0)

    def _ask(self, path: str, label: str,
             limit: float) -> tuple[Verdict, bool]:
        """With it, whether something leaks that is known."""
        with tempfile.TemporaryDirectory(prefix="reftally-") as folder:
            also = {"text": os.path.join(folder, "text")}
            if self._folder is not None:
                os.makedirs(self._folder, exist_ok=True)
                also["html"] = os.path.join(self._folder, _file_name(label))
            try:
                judgement = judge(path, region=label, also=also,
                                  options=self._options)
            except command.ReftallyError as error:
                return Verdict(
                    why=f"no report of it could be made: {error}"), False
            with open(also["text"], encoding="utf-8", errors="replace") as file:
                texts = _blocks(file.read())
        leaks = tuple(_leak(one, texts.get(number, ""))
                      for number, one in enumerate(judgement, 1)
                      if _rises(one) > limit)
        if not leaks and "html" in also:
            os.remove(also["html"])
        if not leaks and judgement.judged == "not judged":
            return Verdict(why="; ".join(judgement.left_out)), False
        return Verdict(leaks), "known" in judgement.report["judgement"]


def _again(once: Callable[[], bool]) -> bool:
    # What warns each time would be kept for the summary each time.
    with warnings.catch_warnings(record=True), _same_examples():
        return once()


@contextlib.contextmanager
def _same_examples() -> Iterator[None]:
    """hypothesis remembers much of what it has tried: it is to try the same."""
    core: typing.Any = sys.modules.get("hypothesis.core")
    if getattr(core, "global_force_seed", 0) is not None:
        yield  # it is not there, or somebody has chosen
        return
    core.global_force_seed = 1
    try:
        yield
    finally:
        core.global_force_seed = None


@contextlib.contextmanager
def _frozen() -> Iterator[None]:
    """What was there before is not collected anew each time: the collector is
    to look at what a pass has made."""
    freeze = gc.get_freeze_count() == 0
    if freeze:
        gc.freeze()
    try:
        yield
    finally:
        if freeze:
            gc.unfreeze()


class _Grows(enum.Enum):
    NOTHING = 0
    REFERENCES = 1
    MEMORY = 2


def _grows(once: Callable[[], bool], repeat: int,
           known: KnownTypes) -> _Grows | None:
    """Does a pass leave more behind each time? None: one did not pass.

    A question that costs little, and is asked of every test: there may be more
    blocks of Python's memory than before, more memory of C, or more references
    to what lived already and is of no known type. Where there are not, nothing
    leaks with each pass; where there are, evidence is gathered.
    """
    blocks, memory = _Course(repeat, 1), _Course(repeat, SMALL_BYTES_MAX)
    gained = _Gained(repeat, known)
    gains = False
    with _frozen():
        _settle()
        blocks.begin(sys.getallocatedblocks())
        memory.begin(_memory())
        for _ in range(repeat):
            if not _again(once):
                return None
            _settle()
            blocks.add(sys.getallocatedblocks())
            memory.add(_memory())
            gains = gained.add()
    if blocks.rises() or memory.rises():
        return _Grows.MEMORY
    return (_keeps_gaining(once, repeat, known) if gains
            else _Grows.NOTHING)


def _keeps_gaining(once: Callable[[], bool], repeat: int,
                   known: KnownTypes) -> _Grows | None:
    """Does what lives already gain references where the cache of methods is
    left alone, too?"""
    _fill_method_cache()
    gained = _Gained(repeat, known)
    gains = False
    with _frozen():
        for _ in range(repeat):
            if not _again(once):
                return None
            _settle(names=False)
            gains = gained.add()
    return _Grows.REFERENCES if gains else _Grows.NOTHING


class _Gained:
    """The references that what lives already, and is of no known type, has more
    with each pass. They are counted at one place of the program: what it holds
    itself is the same there."""

    def __init__(self, passes: int, known: KnownTypes) -> None:
        self._passes = passes
        self._known = known
        self._seen = 0

    def add(self) -> bool:
        """After a pass; after the last, whether there were more with each."""
        self._seen += 1
        if self._seen == 1:
            reftally._remember()
        if self._seen < self._passes:
            return False
        gained, least = reftally._gained(), self._passes - 1
        return gained >= least and gained - self._known.gained(least) >= least


class _Course:
    """Of a number over the passes: does it rise by so much with each?"""

    def __init__(self, passes: int, step: int) -> None:
        self._passes = passes
        self._step = step
        self._rises = 0

    def begin(self, number: int) -> None:
        self._first = self._last = number

    def add(self, number: int) -> None:
        self._rises += number > self._last
        self._last = number

    def rises(self) -> bool:
        grown = self._last - self._first
        return (self._rises > self._passes // 2
                and grown >= self._passes * self._step)


def _pass(label: bytes, once: Callable[[], bool], repeat: int,
          names: bool, known: KnownTypes) -> bool | None:
    """The passes that are recorded: did what lives already gain references with
    each? None: one did not pass."""
    caches = _limited_caches(once)
    files = _Files()
    gained = _Gained(repeat, known)
    gains = False

    def border(inside: int, label: bytes) -> None:
        # From one place: what the call itself makes is then the same.
        for clear in caches:
            clear()
        files.forget()
        _settle(names)
        reftally._region(label, inside)

    with _frozen():
        for number in range(repeat if names else repeat + 1):
            counts = names or number > 0  # of None the first leaves fewer
            border(1, label if counts else b"before")
            fine = _again(once)
            border(0, label if counts else b"before")
            if not fine:
                return None
            if counts:
                gains = gained.add()
            else:
                reftally._follow(repeat // 2)  # None and the like vary
    return gains


def _lru_caches() -> list[typing.Any]:
    """Who refers to their type is asked for, since a list of all objects would
    add to the account of what leaks. Up to 3.9 they do not tell."""
    one = functools.lru_cache(_again)
    kind = type(one)
    found = [other for other in gc.get_referrers(kind) if type(other) is kind]
    if any(other is one for other in found):
        return found
    return [other for other in gc.get_objects() if type(other) is kind]


_Limited = tuple[Callable[[], object], Callable[[], int]]  # empty it, entries


def _limited_caches(once: Callable[[], bool]) -> list[Callable[[], object]]:
    """How to empty those that a pass adds to, up to a limit. They are emptied
    before one is counted; others may hold what a program made once and for
    all."""
    ways: list[_Limited] = [
        (one.cache_clear, functools.partial(_entries, one))
        for one in _lru_caches() if one.cache_info().maxsize]
    for module, name, function in LIMITED:
        home: typing.Any = sys.modules.get(module)
        cache = getattr(home, name, None)
        if cache is not None:
            ways.append((getattr(home, function, cache.clear), cache.__len__))
    before = [(empty, entries, entries()) for empty, entries in ways]
    _again(once)
    grown = [empty for empty, entries, then in before if entries() > then]
    # Nobody can ask how much is in that of struct.
    struct: typing.Any = sys.modules.get("_struct")
    return grown if struct is None else [*grown, struct._clearcache]


def _entries(cache: typing.Any) -> int:
    return int(cache.cache_info().currsize)


class _Files:
    """What tracebacks have read: a test may write files under ever new names,
    as in a temporary folder, and lines of them are kept in case that they are
    asked for again. Sources that are in no file are not of this kind."""

    def __init__(self) -> None:
        self._known = set(self._names())

    @staticmethod
    def _names() -> list[str]:
        read: dict[str, tuple[typing.Any, ...]] = getattr(
            sys.modules.get("linecache"), "cache", {})
        return [name for name, entry in list(read.items())
                if len(entry) > 1 and entry[1] is not None]

    def forget(self) -> None:
        for name in self._names():
            if name not in self._known:
                del sys.modules["linecache"].cache[name]  # read again if asked


def _settle(names: bool = True) -> None:
    # Caches for generic types know each class that was ever asked for.
    for clean in getattr(sys.modules.get("typing"), "_cleanups", ()):
        clean()
    for module, name in HYPOTHESIS:
        cache = getattr(sys.modules.get(module), name, None)
        if cache is not None:
            getattr(cache, "cache", cache).clear()
    gc.collect()
    # The cache of methods keeps the names that were looked up, until it is
    # full: they would be a few more with each pass. It has None where it is
    # empty, by the thousand, which nobody wants to see who looks at None.
    clear = getattr(sys, "_clear_type_cache", None)
    if names and clear is not None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # deprecated from 3.13 on
            clear()


def _fill_method_cache() -> None:
    """Each name that a pass looks up takes the place of a None, up to 3.11,
    until the cache is full: None would become fewer with each pass."""
    if sys.version_info >= (3, 12):
        return  # None has no count
    kinds = object.__subclasses__()
    for number in range(FILLING * METHOD_CACHE_ENTRIES // len(kinds)):
        name = "reftally" * (number % 8 + 1) + str(number)
        for kind in kinds:
            getattr(kind, name, None)


def _find_memory() -> Callable[[], int]:
    """How to ask for the bytes that C code has of malloc."""
    import ctypes
    for name, number in ("mallinfo2", ctypes.c_size_t), \
            ("mallinfo", ctypes.c_uint):
        try:
            function = getattr(ctypes.CDLL(None), name)
        except AttributeError:
            continue
        fields = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks",
                  "fsmblks", "uordblks", "fordblks", "keepcost")
        function.restype = type(name, (ctypes.Structure,), {
            "_fields_": [(one, number) for one in fields]})

        def ask(ask: typing.Any = function) -> int:
            said = ask()
            return int(said.uordblks + said.hblkhd)
        return ask
    return lambda: 0


_memory = _find_memory()


def _file_name(label: str) -> str:
    return f"{os.getpid()}-" + re.sub(r"[^\w.-]+", "-", label)[:120] + ".html"


def recorded_environment(folder: str) -> dict[str, str]:
    """For a Python whose tests are to be judged: its ledger is in the folder."""
    kept = dict(os.environ)
    others = kept.get("LD_PRELOAD")
    library = command.library()
    kept["LD_PRELOAD"] = f"{library}:{others}" if others else library
    kept["REFTALLY_OUTPUT"] = os.path.join(folder.replace("%", "%%"),
                                           "%p.ledger")
    kept["REFTALLY_REPORT"] = "none"
    kept["REFTALLY_STARTUP"] = "mark"  # stacks are for tests that may leak
    # A session makes more objects than most programs, and ends before the disk.
    kept.setdefault("REFTALLY_MEMORY", "1G")
    return kept


def is_preloaded() -> bool:
    """Is this process the one that was started again?"""
    return any(os.path.basename(one) == command.LIBRARY
               for one in os.environ.get("LD_PRELOAD", "").split(":"))


def left_out(folder: str) -> list[str]:
    """What the ledgers in a folder say of themselves: why not all is known."""
    said: dict[str, None] = {}
    names = sorted(os.listdir(folder))
    for name in names:
        if not name.endswith(".ledger"):
            continue
        judgement = judge(os.path.join(folder, name), options=("--no-names",))
        said.update(dict.fromkeys(
            one["text"] for one in judgement.report["judgement"]["left_out"]
            if one["kind"] != "died"))  # tests that fail end it like this
    if not any(name.endswith(".ledger") for name in names):
        said["nothing was recorded"] = None
    return list(said)


def relaunch(words: list[str], folder: str,
             extra: Mapping[str, str] | None = None) -> int:
    """Runs Python again under the library; its exit status."""
    import subprocess
    flags = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    process = subprocess.Popen(
        [sys.executable, *flags, *words],
        env={**recorded_environment(folder), **(extra or {})})
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            pass  # it was interrupted, too, and says so


