"""python -m reftally unittest ...: as python -m unittest, and tests that leak
fail.

Each test that has passed is run again, with setUp and tearDown; what a class or
a module sets up stays.
"""

from __future__ import annotations

import functools
import sys
import tempfile
import typing
import unittest

import reftally

WARM_UP = 3
REPEAT = 5


class _Leaks(AssertionError):
    """The message is the finding."""


class _Recorder(unittest.TestResult):
    """Keeps what a test says, to say it again to another result."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, tuple[typing.Any, ...]]] = []

    def __getattribute__(self, name: str) -> typing.Any:
        method = super().__getattribute__(name)
        if name.startswith("add") or name in ("startTest", "stopTest"):
            said = super().__getattribute__("said")

            @functools.wraps(method)
            def note(*words: typing.Any) -> None:
                said.append((name, words))
                method(*words)
            return note
        return method

    def passed(self) -> bool:
        return (self.wasSuccessful() and not self.skipped
                and not self.expectedFailures)

    def repeat(self, result: unittest.TestResult) -> None:
        for name, words in self.said:
            method = getattr(result, name, None)
            if method is not None:
                method(*words)


def _judged(run: typing.Callable[..., typing.Any]) -> typing.Any:
    from reftally.repeating import Repeater
    repeater = Repeater(warm_up=WARM_UP, repeat=REPEAT)

    @functools.wraps(run)
    def call(test: unittest.TestCase,
             result: unittest.TestResult | None = None) -> typing.Any:
        if result is None or isinstance(result, _Recorder):
            return run(test, result)
        first = _Recorder()
        run(test, first)

        def once() -> bool:
            again = _Recorder()
            run(test, again)
            return again.passed()

        if first.passed():
            verdict = repeater.judge(test.id(), once)
            if verdict.why is not None:
                print(f"reftally: {test.id()} is not judged: {verdict.why}",
                      file=sys.stderr)
            if verdict.leaks:
                error = _Leaks("\n".join(f"reftally: {one.headline}\n{one.text}"
                                         for one in verdict.leaks))
                first.said = [("addFailure", (test, (_Leaks, error, None)))
                              if one[0] == "addSuccess" else one
                              for one in first.said]
        first.repeat(result)
        return result

    return call


def main() -> typing.NoReturn:
    from reftally.command import ReftallyError
    from reftally.repeating import left_out, relaunch
    words = sys.argv[2:]
    if reftally.is_recorded():
        case: typing.Any = unittest.TestCase
        case.__call__ = _judged(case.__call__)
        unittest.main(module=None, argv=["python -m reftally unittest", *words])
    try:
        with tempfile.TemporaryDirectory(prefix="reftally-") as folder:
            status = relaunch(["-m", "reftally", "unittest", *words], folder)
            for reason in left_out(folder):
                print(f"reftally: left out: {reason}", file=sys.stderr)
    except (ReftallyError, OSError) as error:
        sys.exit(f"reftally: {error}")
    sys.exit(status if status >= 0 else 128 - status)
