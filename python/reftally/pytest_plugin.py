"""pytest --reftally: a test that leaks fails, with the line that does it.

pytest is run again under the library. A test that has passed is run a few times
more to warm up, then in passes that are counted: function-scope fixtures are
set up and torn down in each pass, those of wider scope stay. What pytest itself
keeps is not there when a pass is counted.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import typing

import pytest

import reftally

if typing.TYPE_CHECKING:
    from reftally.repeating import Leak, Repeater, Verdict

WARM_UP = 3
REPEAT = 5


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("reftally", "references that nobody gives back")
    group.addoption("--reftally", action="store_true",
                    help="run each test again and again under reftally; one "
                    "that leaks fails")
    group.addoption("--reftally-warm-up", type=int, metavar="N",
                    help=f"runs of a test before it counts; default {WARM_UP}")
    group.addoption("--reftally-repeat", type=int, metavar="N",
                    help=f"runs that count, at least 5; default {REPEAT}")
    group.addoption("--reftally-report", metavar="DIR",
                    help="write an HTML report of each test that leaks there")
    group.addoption("--reftally-suppressions", metavar="FILE",
                    help="rules for findings that are known, as for "
                    "`reftally check'")
    group.addoption("--reftally-baseline", metavar="FILE",
                    help="findings of an earlier run, which are known")
    parser.addini("reftally_warm_up", "runs of a test before it counts")
    parser.addini("reftally_repeat", "runs that count, at least 5")
    parser.addini("reftally_suppressions", "rules for findings that are known")
    parser.addini("reftally_baseline", "findings that are known")


def _number(config: pytest.Config, name: str, default: int, least: int) -> int:
    given = config.getoption(f"reftally_{name}")
    if given is None:
        text = config.getini(f"reftally_{name}")
        try:
            given = int(text) if text else default
        except ValueError:
            raise pytest.UsageError(f"reftally_{name} is {text!r}, allowed is "
                                    "a number") from None
    if given < least:
        raise pytest.UsageError(f"reftally_{name} is {given}, allowed is "
                                f"{least} or more")
    return int(given)


def _options(config: pytest.Config) -> tuple[str, ...]:
    """The files of known findings, for the command."""
    words = []
    for name in ("suppressions", "baseline"):
        given = config.getoption(f"reftally_{name}")
        if given is not None:
            path = os.path.join(config.invocation_params.dir, given)
        else:
            given = config.getini(f"reftally_{name}")
            path = os.path.join(config.rootpath, given)
        if given:
            if not os.path.isfile(path):
                raise pytest.UsageError(f"reftally_{name}: there is no {path}")
            words.append(f"--{name}={path}")
    return tuple(words)


def _is_distributed(config: pytest.Config) -> bool:
    """Does pytest-xdist start processes which run the tests?"""
    return (config.pluginmanager.hasplugin("dsession")
            or bool(config.getoption("numprocesses", None))
            or config.getoption("dist", "no") != "no")


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "reftally(limit=0, skip=False, warm_up=N, repeat=N): how "
        "--reftally judges this test; limit is of references per call")
    if not config.getoption("reftally") or config.getoption("collectonly"):
        return
    options = _options(config)
    warm_up = _number(config, "warm_up", WARM_UP, 1)
    repeat = _number(config, "repeat", REPEAT, 5)
    if not reftally.is_recorded():
        if _is_distributed(config) and not _is_worker(config):
            config.pluginmanager.register(_Distributor(), "reftally-workers")
        return
    from reftally.repeating import Repeater
    report = config.getoption("reftally_report")
    if report is not None:
        report = os.path.join(config.invocation_params.dir, report)
    config.pluginmanager.register(_Judge(config, Repeater(
        warm_up=warm_up, repeat=repeat, folder=report, options=options)),
        "reftally-judge")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Runs pytest again, under the library."""
    if (not config.getoption("reftally") or config.getoption("collectonly")
            or config.getoption("help", False) or reftally.is_recorded()
            or _is_distributed(config) or _is_worker(config)):
        return None
    from reftally.command import ReftallyError
    from reftally.repeating import left_out, relaunch
    try:
        with tempfile.TemporaryDirectory(prefix="reftally-") as folder:
            status = relaunch(_words(config), folder)
            reasons = left_out(folder)
    except ReftallyError as error:
        raise pytest.UsageError(f"reftally: {error}") from None
    for reason in reasons:
        print(f"reftally: left out: {reason}")
    return status


def _words(config: pytest.Config) -> list[str]:
    """How this pytest was started, behind the interpreter's own options."""
    program = sys.argv[0]
    if os.path.basename(program) in ("pytest", "py.test"):
        return [program, *map(str, config.invocation_params.args)]
    return ["-m", "pytest", *map(str, config.invocation_params.args)]


class _Distributor:
    """In the process that starts those of pytest-xdist."""

    def __init__(self) -> None:
        from reftally.command import ReftallyError
        from reftally.repeating import recorded_environment
        self._folder = tempfile.mkdtemp(prefix="reftally-")
        self._counts = _Counts()
        self._kept = dict(os.environ)
        try:
            os.environ.update(recorded_environment(self._folder))
        except ReftallyError as error:
            raise pytest.UsageError(f"reftally: {error}") from None

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: typing.Any) -> None:
        counts = getattr(node, "workeroutput", {}).get("reftally")
        if counts is not None:
            self._counts.add(counts)

    def pytest_terminal_summary(
            self, terminalreporter: pytest.TerminalReporter) -> None:
        from reftally.repeating import left_out
        self._counts.write(terminalreporter)
        for reason in left_out(self._folder):
            terminalreporter.write_line(f"reftally: left out: {reason}")

    def pytest_unconfigure(self) -> None:
        os.environ.clear()
        os.environ.update(self._kept)
        shutil.rmtree(self._folder, ignore_errors=True)


class _Counts:
    """How many tests were judged, and why others were not."""

    def __init__(self) -> None:
        self.judged = 0
        self.leaking = 0
        self.left: dict[str, list[str]] = {}

    def leave(self, name: str, why: str) -> None:
        self.left.setdefault(why, []).append(name)

    def as_dict(self) -> dict[str, typing.Any]:
        return {"judged": self.judged, "leaking": self.leaking,
                "left": self.left}

    def add(self, other: dict[str, typing.Any]) -> None:
        self.judged += other["judged"]
        self.leaking += other["leaking"]
        for why, names in other["left"].items():
            self.left.setdefault(why, []).extend(names)

    def write(self, reporter: pytest.TerminalReporter) -> None:
        reporter.section("reftally", sep="=")
        reporter.write_line(f"{self.judged} tests judged, {self.leaking} leak")
        for why, names in sorted(self.left.items()):
            reporter.write_line(f"{len(names)} not judged: {why}")
            for name in names if reporter.verbosity > 0 else names[:3]:
                reporter.write_line(f"    {name}")
            if reporter.verbosity <= 0 and len(names) > 3:
                reporter.write_line(f"    ... and {len(names) - 3} more")


class _Judge:
    """In the process that runs the tests."""

    def __init__(self, config: pytest.Config, repeater: Repeater) -> None:
        self._config = config
        self._repeater = repeater
        self._counts = _Counts()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item,
                                nextitem: pytest.Item | None) -> bool | None:
        marker = _marker(item)
        if marker.get("skip"):
            self._counts.leave(item.nodeid, "skipped by its marker")
            return None
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid,
                                           location=item.location)
        reports = _run(item)
        if _have_passed(reports):
            self._judge(item, marker, reports)
        _tear_down_others(item, nextitem, reports)
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid,
                                            location=item.location)
        return True

    def _judge(self, item: pytest.Item, marker: dict[str, typing.Any],
               reports: list[pytest.TestReport]) -> None:
        try:
            lists = _growing_lists(item)
        except AttributeError as error:
            # What pytest keeps would pass for the test's.
            self._counts.leave(item.nodeid, f"pytest {pytest.__version__} is "
                               f"not known to reftally: {error}")
            return
        session: typing.Any = item.session
        find_hooks = session.gethookproxy
        quiet = _Quiet(item.ihook)

        def once() -> bool:
            passed = _have_passed(_run(item))
            for one, length in lists:
                del one[length:]
            return passed

        # Subtests report for themselves; only those of the first run count.
        session.gethookproxy = lambda path: quiet
        try:
            verdict: Verdict = self._repeater.judge(
                item.nodeid, once, warm_up=marker.get("warm_up"),
                repeat=marker.get("repeat"), limit=marker.get("limit", 0))
        finally:
            session.gethookproxy = find_hooks
        if verdict.why is not None:
            self._counts.leave(item.nodeid, verdict.why)
            return
        self._counts.judged += 1
        if verdict.leaks:
            self._counts.leaking += 1
            _fail(next(one for one in reports if one.when == "call"),
                  verdict.leaks)

    def pytest_terminal_summary(
            self, terminalreporter: pytest.TerminalReporter) -> None:
        self._counts.write(terminalreporter)

    def pytest_sessionfinish(self) -> None:
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            output["reftally"] = self._counts.as_dict()


class _Quiet:
    """pytest's hooks, without the one that tells of a test's end."""

    def __init__(self, hooks: typing.Any) -> None:
        self._hooks = hooks

    def __getattr__(self, name: str) -> typing.Any:
        return getattr(self._hooks, name)

    @staticmethod
    def pytest_runtest_logreport(**words: typing.Any) -> None:
        pass


def _fixtures(session: typing.Any) -> list[typing.Any]:
    """All definitions; pytest 9.2 keeps them otherwise than those before."""
    manager = session._fixturemanager
    if hasattr(manager, "_get_all_fixture_defs"):
        return list(manager._get_all_fixture_defs())
    return [one for definitions in manager._arg2fixturedefs.values()
            for one in definitions]


def _growing_lists(item: pytest.Item) -> list[tuple[list[typing.Any], int]]:
    """What pytest adds to each time a test runs, and what is there now: the
    test has run once, so that the rest is the same again. Fixtures of a wider
    scope are told each time who must end before them."""
    private: typing.Any = item
    lists = [private.user_properties, private._report_sections]
    lists += [one._finalizers for one in _fixtures(private.session)
              if one.scope != "function"]
    lists += [finalizers for node, (finalizers, _)
              in private.session._setupstate.stack.items() if node is not item]
    return [(one, len(one)) for one in lists]


def _marker(item: pytest.Item) -> dict[str, typing.Any]:
    """The closest marker's word counts."""
    words: dict[str, typing.Any] = {}
    for marker in item.iter_markers("reftally"):
        words = {**marker.kwargs, **words}
    return words


def _run(item: pytest.Item) -> list[pytest.TestReport]:
    """Once, with its own fixtures; those that it shares stay as they are."""
    from _pytest.runner import runtestprotocol
    others: typing.Any = item.parent
    return runtestprotocol(item, log=False, nextitem=others)


def _have_passed(reports: list[pytest.TestReport]) -> bool:
    return (any(one.when == "call" for one in reports)
            and all(one.passed and not hasattr(one, "wasxfail")
                    for one in reports))


def _tear_down_others(item: pytest.Item, nextitem: pytest.Item | None,
                      reports: list[pytest.TestReport]) -> None:
    """What the next test does not share. An error is this test's."""
    session: typing.Any = item.session
    if session.shouldfail or session.shouldstop:
        nextitem = None
    call = pytest.CallInfo.from_call(
        lambda: session._setupstate.teardown_exact(nextitem), when="teardown",
        reraise=(pytest.exit.Exception, KeyboardInterrupt))
    if call.excinfo is not None:
        reports[-1] = item.ihook.pytest_runtest_makereport(item=item, call=call)


def _fail(report: pytest.TestReport, leaks: tuple[Leak, ...]) -> None:
    from _pytest._code.code import (ExceptionChainRepr, ReprEntryNative,
                                    ReprFileLocation, ReprTraceback)
    first = leaks[0]
    lines = [part + "\n" for one in leaks for part in
             ["reftally: " + one.headline, *one.text.splitlines()]]
    traceback = ReprTraceback([ReprEntryNative(lines)], None, style="native")
    report.outcome = "failed"
    report.longrepr = ExceptionChainRepr([(
        traceback, ReprFileLocation(first.file, first.line, first.headline),
        None)])
