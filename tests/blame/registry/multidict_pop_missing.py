"""A key that is missing is popped: the lower-case form of it is kept."""
import multidict

# Source: https://github.com/aio-libs/multidict/pull/1284 (commit 2e8548ac), mended in 6.7.1
CULPRIT = "md_pop_one"
PACKAGE = "multidict==6.7.0"
PYTHON = "3.11"

HEADERS = multidict.CIMultiDict()


def step():
    HEADERS.pop("Content-Type", None)
