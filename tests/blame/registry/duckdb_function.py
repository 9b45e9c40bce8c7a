"""What a function in Python returns that is called for each row (pybind11)."""
# Source: https://github.com/duckdb/duckdb-python/pull/245, mended in 1.4.4
# Wheel, 3.11
import duckdb

CULPRIT = "duckdb::CreateNativeFunction"
PACKAGE = "duckdb==1.4.3 numpy==2.2.6"
PYTHON = "3.11"
BINARY = "1"

CONNECTION = duckdb.connect(config={"threads": 1})
CONNECTION.create_function("two", lambda text: text + " two", [str], str)


def step():
    CONNECTION.execute("select two('one')").fetchall()
