"""Programs that are started under the library."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import tempfile
import typing
from collections.abc import Mapping, Sequence

from reftally import command
from reftally.judgement import Judgement, read

__all__ = ["Run", "run_program"]


@dataclasses.dataclass(frozen=True)
class Run:
    """A program that has ended."""
    returncode: int
    stdout: typing.Any  # as of subprocess.run
    judgement: Judgement | None  # None: nothing could be recorded
    said: str  # what the program and reftally wrote to standard error


def run_program(program: Sequence[str], settings: Mapping[str, object],
                check: bool, how: Mapping[str, typing.Any]) -> Run:
    with tempfile.TemporaryDirectory(prefix="reftally-") as folder:
        report = os.path.join(folder, "report")
        chosen = {"output": os.path.join(folder, "ledger"), **settings}
        words = [command.find(), "run", "--format=json",
                 f"--report-output={report}"]
        words += [f"--{name.replace('_', '-')}={value}"
                  for name, value in chosen.items()]
        given = {"env": command.environment(), "errors": "replace", **how}
        ended = subprocess.run([*words, "--", *program],
                               stderr=subprocess.PIPE, text=True, **given)
        if check and ended.returncode != 0:
            raise subprocess.CalledProcessError(
                ended.returncode, list(program), ended.stdout, ended.stderr)
        judged = read(report) if os.path.exists(report) else None
        return Run(ended.returncode, ended.stdout, judged, ended.stderr)
