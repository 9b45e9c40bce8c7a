"""Each coroutine that is handed on to the next one."""
import io

from ijson.backends import _yajl2

# Source: https://github.com/ICRAR/ijson/issues/34 (commit a8159e4), mended in 3.1.2
CULPRIT = "chain reading_generator_init"
PACKAGE = "ijson==3.1.1"
PYTHON = "3.9"


def step():
    list(_yajl2.parse(io.BytesIO(b'{"name": [1, 2]}'), 65536))
