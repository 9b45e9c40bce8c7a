"""A validator of calls and its function refer to each other: not traversed."""
from pydantic_core import SchemaValidator, core_schema

# Source: https://github.com/pydantic/pydantic-core/pull/1100 (commit f323e74a), mended in 2.15.0
CULPRIT = "CallValidator __traverse__"
PACKAGE = "pydantic-core==2.14.6 typing-extensions"
PYTHON = "3.11"
BINARY = "1"


def step():
    def function():
        return 1

    function.validator = SchemaValidator(core_schema.call_schema(
        core_schema.arguments_schema([]), function))
