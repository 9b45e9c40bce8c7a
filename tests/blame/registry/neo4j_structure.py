"""A structure that is in itself: no tp_traverse (Rust)."""
# Source: https://github.com/neo4j/neo4j-python-driver-rust-ext/pull/53, mended in 5.28.2.0
# Wheel, 3.9
from neo4j._codec.packstream._rust import Structure

CULPRIT = "Structure::__new__ __new__ Structure"
PACKAGE = "neo4j-rust-ext==5.28.1.0 neo4j==5.28.1 pytz==2023.3"
PYTHON = "3.9"
BINARY = "1"
VERDICT = "cycle"


def step():
    fields = []
    fields.append(Structure(b"A", fields))
