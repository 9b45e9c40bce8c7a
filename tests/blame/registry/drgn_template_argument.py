"""The argument of a template that a function made, and that is of no use."""
# Source: https://github.com/osandov/drgn/commit/55e2bc06, mended in 0.0.17
# Wheel, 3.9
import drgn

CULPRIT = "LazyObject_get_borrowed"
PACKAGE = "drgn==0.0.16"
PYTHON = "3.9"
BINARY = "1"

PROGRAM = drgn.Program(drgn.Platform(drgn.Architecture.X86_64))
INTEGER = PROGRAM.int_type("int", 4, True)


def step():
    parameter = drgn.TypeTemplateParameter(lambda: drgn.Object(PROGRAM, INTEGER))
    try:
        parameter.argument
    except ValueError:
        pass
    else:
        raise AssertionError
