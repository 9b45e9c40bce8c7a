"""An iterator that validates, in a cycle: it has no tp_traverse that goes on."""
from pydantic_core import SchemaValidator

# Source: https://github.com/pydantic/pydantic-core/pull/1271 (commit a99729a3), mended in 2.18.2
CULPRIT = "GenericIterator ValidatorIterator"
PACKAGE = "pydantic-core==2.18.1 typing-extensions"
PYTHON = "3.11"
BINARY = "1"


class Holder:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration


validator = SchemaValidator({"type": "generator"})


def step():
    holder = Holder()
    holder.iterator = validator.validate_python(holder)
