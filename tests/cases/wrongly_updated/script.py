import contextvars

from wrongly_updated import Watcher


class Value:
    pass


def work():
    for _ in range(400):
        watcher.event(print)


value = Value()
variable = contextvars.ContextVar("variable")
variable.set(value)
watcher = Watcher(variable)
watcher.event(id)
work()
