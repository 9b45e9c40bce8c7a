"""The array whose buffer a vector is made of: it is not released."""
# Source: https://github.com/Zuzu-Typ/PyGLM/commit/fbc82c8, mended in 2.5.4
# Wheel, 3.9
import array

import glm

CULPRIT = "PyGLMTypeInfo::init"
PACKAGE = "PyGLM==2.5.3"
PYTHON = "3.9"
BINARY = "1"


def step():
    glm.vec3(array.array("f", [1, 2, 3]))
