"""The text of the sequence is kept when its unknown letter is warned of."""
# Source: https://github.com/rhpvorderman/sequali/commit/d18a575, mended in 0.7.0
# Built, 3.11.7
import warnings

from sequali._qc import FastqRecordView, SequenceDuplication

CULPRIT = "SequenceDuplication_add_meta"
PACKAGE = "sequali==0.6.0"
PYTHON = "3.11"

warnings.simplefilter("ignore")
counter = SequenceDuplication()
READ = FastqRecordView("name", "ACGTUXAC" * 8,
                       "H" * 64)


def step():
    for _ in range(8):  # one of eight is looked at
        counter.add_read(READ)
