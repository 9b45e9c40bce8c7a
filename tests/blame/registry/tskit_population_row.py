"""The metadata that is packed into the row of a population."""
# Source: https://github.com/tskit-dev/tskit/commit/ea0bc2b3, mended in 0.3.0
# Built, 3.9
import _tskit

CULPRIT = "make_population"
PACKAGE = "tskit==0.2.3 numpy==1.21.6"
PYTHON = "3.9"

TABLE = _tskit.PopulationTable()
TABLE.add_row(metadata=b"one and two")


def step():
    TABLE.get_row(0)
