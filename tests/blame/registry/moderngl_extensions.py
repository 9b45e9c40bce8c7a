"""The extensions of a context are returned without a reference."""
# Source: https://github.com/moderngl/moderngl/commit/f1755c7, mended in 5.7.3
# Built, 3.9
import sys

import moderngl

CULPRIT = "MGLContext_get_extensions"
PACKAGE = "moderngl==5.7.2 glcontext==2.5.0"
PYTHON = "3.9"
VERDICT = "deficit"

CONTEXT = moderngl.create_context(standalone=True, backend="egl").mglo
EXTENSIONS = CONTEXT.extensions
KEPT = [EXTENSIONS] * 10000


def probe():
    return -sys.getrefcount(EXTENSIONS)


def step():
    CONTEXT.extensions
