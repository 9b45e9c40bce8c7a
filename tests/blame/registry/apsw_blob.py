"""The weak reference to a blob that is opened."""
# Source: https://github.com/rogerbinns/apsw/issues/624, mended in 3.54.1.0
# Wheel, 3.11.7
import apsw

CULPRIT = "Connection_blob_open"
PACKAGE = "apsw==3.53.1.0"
PYTHON = "3.11"
BINARY = "1"

CONNECTION = apsw.Connection(":memory:")
CONNECTION.execute("create table t(a); insert into t values(zeroblob(10))")


def step():
    CONNECTION.blob_open("main", "t", "a", 1, False).close()
