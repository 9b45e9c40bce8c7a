"""The iterator of a context is not known to the collector."""
import contextvars

CULPRIT = "hamt_baseiter_new"
VERDICT = "cycle"

variable = contextvars.ContextVar("variable")


class Value:
    pass


def step():
    value = Value()
    context = contextvars.Context()
    context.run(variable.set, value)
    value.iterator = iter(context.items())
    next(value.iterator)
