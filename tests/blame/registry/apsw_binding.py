"""The function for bindings, when its connection is closed."""
# Source: https://github.com/rogerbinns/apsw/issues/609, mended in 3.53.0.0
# Wheel, 3.11.7
import apsw

CULPRIT = "Connection_internal_cleanup"
PACKAGE = "apsw==3.51.3.0"
PYTHON = "3.11"
BINARY = "1"


def step():
    connection = apsw.Connection(":memory:")
    connection.convert_binding = lambda cursor, number, value: value
    connection.close()
