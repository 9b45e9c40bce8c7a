"""A type with a member whose type is found by a function that refers to the program: no tp_traverse."""
# Source: https://github.com/osandov/drgn/commit/67022e617, mended in 0.0.32
# Wheel, 3.11
import drgn

CULPRIT = "TypeMember_new LazyObject_new Program_hold_object TypeMember_dealloc"
PACKAGE = "drgn==0.0.31"
PYTHON = "3.11"
VERDICT = "cycle"
BINARY = "1"

PLATFORM = drgn.Platform(drgn.Architecture.X86_64)


def step():
    program = drgn.Program(PLATFORM)
    program.struct_type("one", 4, [
        drgn.TypeMember(lambda: drgn.Object(program, program.int_type("int", 4, True), value=1),
                        "two")])
