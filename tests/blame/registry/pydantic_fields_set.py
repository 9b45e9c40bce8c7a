"""The names of the fields that are put into a set (PyO3 0.19.0 forgets what it adds)."""
# Source: https://github.com/PyO3/pyo3/pull/3286, mended in PyO3 0.19.1
# Wheel, 3.11.7
import sys

from pydantic_core import SchemaValidator, core_schema

CULPRIT = "new_from_iter"
PACKAGE = "pydantic_core==2.0.1"
PYTHON = "3.11"
BINARY = "1"


class Model:
    __slots__ = ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")


VALIDATOR = SchemaValidator(core_schema.model_schema(
    Model, core_schema.model_fields_schema({"one": core_schema.model_field(core_schema.int_schema())})))
NAME = next(iter(VALIDATOR.validate_python({"one": 1}).__pydantic_fields_set__))


def probe():
    return sys.getrefcount(NAME)


def step():
    VALIDATOR.validate_python({"one": 1})
