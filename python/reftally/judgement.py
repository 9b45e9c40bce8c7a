"""A report of schema reftally-report/1, as dataclasses."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import tempfile
import time
import typing
from collections.abc import Iterator, Mapping

from reftally import command

__all__ = ["Finding", "Growth", "Judgement", "NativeFrame", "PythonFrame",
           "Site", "judge", "read"]

_POLL_SECONDS = .01

_Kind = typing.TypeVar("_Kind")


@dataclasses.dataclass(frozen=True)
class PythonFrame:
    file: str | None
    line: int | None
    function: str | None
    opcode: str | None


@dataclasses.dataclass(frozen=True)
class NativeFrame:
    function: str | None
    file: str | None
    line: int | None
    image: str | None
    offset: int | None
    inlined: bool


@dataclasses.dataclass(frozen=True)
class Site:
    """A place that changed the counts of a finding's objects."""
    role: str  # taken, released, overwrote, let go, gave away, left out, born
    count: int
    blame: float | None  # its share of the suspicion; None: it has none
    function: str | None
    file: str | None
    line: int | None
    source: str | None
    image: str | None
    offset: int | None
    forgotten_past: int | None  # line on which its code forgets the reference
    python: tuple[PythonFrame, ...]  # innermost first
    native: tuple[NativeFrame, ...]  # from the change outward


@dataclasses.dataclass(frozen=True)
class Growth:
    """How the references developed from step to step."""
    kind: str | None  # none, falls, linear, saturates, noise
    checkpoints: int
    per: str | None  # what a step is: call, checkpoint
    slope: float | None
    r2: float | None
    first: int | None
    last: int | None


@dataclasses.dataclass(frozen=True)
class Finding:
    verdict: str  # surplus, deficit, held, cycle
    type: str | None
    objects: int
    references: int
    confidence: float | None  # share of the first site
    taken_twice_in_one_frame: bool
    growth: Growth
    why: str | None
    advice: str | None
    owners: tuple[str, ...]  # how one of the objects is held
    sites: tuple[Site, ...]  # most likely culprit first


@dataclasses.dataclass(frozen=True)
class Judgement:
    """What was found, and how much of the run was judged.

    No findings say something only where `judged` is "judged".
    """
    judged: str  # judged, judged in part, not judged
    left_out: tuple[str, ...]  # why not all of it, the worst first
    next: str | None  # the command to type now
    findings: tuple[Finding, ...]
    report: Mapping[str, typing.Any] = dataclasses.field(repr=False,
                                                         compare=False)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __bool__(self) -> bool:
        return True


def _fill(kind: type[_Kind], data: Mapping[str, typing.Any],
          **others: typing.Any) -> _Kind:
    known: typing.Any = kind
    names = [one.name for one in dataclasses.fields(known)]
    return kind(**{name: data[name] for name in names if name not in others},
                **others)


def _site(data: Mapping[str, typing.Any]) -> Site:
    evidence = data["evidence"] or {}
    return _fill(Site, data, forgotten_past=evidence.get("forgotten_past"),
                 python=tuple(_fill(PythonFrame, one)
                              for one in data["python"]),
                 native=tuple(_fill(NativeFrame, one)
                              for one in data["native"]))


def _finding(data: Mapping[str, typing.Any]) -> Finding:
    owners = data["owners"] or {"example": []}
    return _fill(Finding, data, growth=_fill(Growth, data["growth"]),
                 owners=tuple(one["way"] for one in owners["example"]),
                 sites=tuple(map(_site, data["sites"])))


def read(path: str | os.PathLike[str]) -> Judgement:
    """Read a report that was written with --format=json."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    if report.get("schema") != "reftally-report/1":
        raise command.ReftallyError(f"{os.fspath(path)} is no report of schema "
                                    "reftally-report/1")
    judgement = report["judgement"]
    return Judgement(judged=judgement["judged"],
                     left_out=tuple(one["text"]
                                    for one in judgement["left_out"]),
                     next=judgement["next"],
                     findings=tuple(map(_finding, report["findings"])),
                     report=report)


def judge(ledger: str | os.PathLike[str], *, region: str | None = None,
          also: Mapping[str, str] | None = None,
          options: tuple[str, ...] = ()) -> Judgement:
    """Have a ledger judged. `also` names files for reports in other formats.

    The ledger may be that of this process, which answers for itself while it
    waits here.
    """
    with tempfile.TemporaryDirectory(prefix="reftally-") as folder:
        written = {one: os.path.join(folder, one)
                   for one in {"json", *(also or {})}}
        words = [command.find(), "report", *options, "--spec=" + ",".join(
            f"{name}:{path}" for name, path in written.items())]
        if region is not None:
            words.append(f"--region={region}")
        with open(os.path.join(folder, "said"), "w+b") as said:
            process = subprocess.Popen(
                [*words, "--", os.fspath(ledger)], stdin=subprocess.DEVNULL,
                stdout=said, stderr=said, env=command.environment())
            while process.poll() is None:
                time.sleep(_POLL_SECONDS)
            if process.returncode != 0:
                said.seek(0)
                raise command.ReftallyError(
                    said.read().decode(errors="replace").strip())
        for name, path in (also or {}).items():
            with open(written[name], "rb") as source, \
                    open(path, "wb") as target:
                target.write(source.read())
        return read(written["json"])
