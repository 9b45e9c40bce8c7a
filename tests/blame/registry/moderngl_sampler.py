"""The context of a sampler that is released."""
# Source: https://github.com/moderngl/moderngl/commit/138bcd3, mended in 5.7.0
# Built, 3.9
import sys

import moderngl

CULPRIT = "MGLSampler_Invalidate"
PACKAGE = "moderngl==5.6.4 glcontext==2.5.0"
PYTHON = "3.9"

CONTEXT = moderngl.create_context(standalone=True, backend="egl")


def probe():
    return sys.getrefcount(CONTEXT.mglo)


def step():
    CONTEXT.sampler().release()
