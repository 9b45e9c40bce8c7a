"""The numbers that are packed into the tuple of a local time."""
# Source: https://github.com/sdispater/pendulum/commit/dfb0fb7, mended in 0.6.6
# Built, 3.9
import importlib.util
import pathlib
import sys

CULPRIT = "local_time"
PACKAGE = "pendulum==0.6.5"
PYTHON = "3.9"

PLACE = importlib.util.find_spec("pendulum").submodule_search_locations[0]
sys.path.append(str(pathlib.Path(PLACE) / "_extensions"))
import _helpers  # noqa: E402


def step():
    _helpers.local_time(1500000000.0, 0)
