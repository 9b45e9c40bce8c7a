"""The list of the items of each dictionary, of which an array of structures is made, is kept."""
# Source: https://github.com/apache/arrow/pull/40412 (GH-37989), mended in 16.0.0
# Wheel, 3.11.7
import pyarrow

CULPRIT = "PyStructConverter InferKeyKind AppendItems Append GetKeyValuePair"
PACKAGE = "pyarrow==15.0.2 numpy==1.26.4"
PYTHON = "3.11"
BINARY = "1"

KIND = pyarrow.struct([("one", pyarrow.int64())])
DICTIONARIES = [{"one": 1000}, {"one": 2000}]


def step():
    pyarrow.array(DICTIONARIES, type=KIND)
