"""The keys, values and popped items of a RESP3 map are kept."""
import hiredis

# Source: https://github.com/redis/hiredis-py/pull/204 (commit 95da89e), mended in 3.1.1
CULPRIT = "tryParentize"
PACKAGE = "hiredis==3.1.0"
PYTHON = "3.11"


def step():
    reader = hiredis.Reader()
    reader.feed(b"%1\r\n$7\r\nkey one\r\n$9\r\nvalue one\r\n")
    reader.gets()
