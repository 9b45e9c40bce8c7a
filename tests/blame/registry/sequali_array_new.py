"""The buffer of the records is kept by FastqRecordArrayView()."""
# Source: https://github.com/rhpvorderman/sequali/commit/08cda55, mended in 0.8.0
# Built, 3.11.7
from sequali._qc import FastqRecordArrayView, FastqRecordView

CULPRIT = "FastqRecordArrayView__new__"
PACKAGE = "sequali==0.7.1"
PYTHON = "3.11"

READS = [FastqRecordView("name", "ACGT", "HHHH")]


def step():
    FastqRecordArrayView(READS)
