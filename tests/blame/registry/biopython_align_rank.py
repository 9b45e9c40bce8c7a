"""A sequence of the wrong type of items: its buffer is not released."""
# Source: https://github.com/biopython/biopython/commit/3b70d59b9, mended in 1.86
# Built, 3.11
import array

from Bio.Align import _pairwisealigner

CULPRIT = "sequence_converter"
PACKAGE = "biopython==1.85 numpy==2.2.6"
PYTHON = "3.11"

ALIGNER = _pairwisealigner.PairwiseAligner()
GOOD = array.array("i", [1, 2])


def step():
    try:
        ALIGNER.score(array.array("d", [1, 2]), GOOD, "+")
    except ValueError:
        pass
    else:
        raise AssertionError
