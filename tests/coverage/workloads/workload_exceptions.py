"""Raising, chaining, finally, context managers, tracebacks kept and dropped."""

import contextlib
import sys
import traceback


class Custom(Exception):
    def __init__(self, code, **fields):
        super().__init__(code)
        self.fields = fields


class Manager:
    def __init__(self, swallow):
        self.swallow = swallow

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.seen = kind
        return self.swallow


@contextlib.contextmanager
def section(log):
    log.append("in")
    try:
        yield log
    except LookupError:
        log.append("lookup")
    finally:
        log.append("out")


def deep(n):
    if n == 0:
        raise Custom(n, depth=n)
    try:
        deep(n - 1)
    except Custom as error:
        if n % 2:
            raise
        raise Custom(n, cause=error) from error


def returns_from_finally(n):
    for i in range(n):
        try:
            if i == 3:
                return i
            continue
        finally:
            if i == 2:
                break
    return -1


checksum, kept = 0, []
for round in range(2400):
    try:
        deep(6)
    except Custom as error:
        chain = error
        while chain is not None:
            checksum += 1
            chain = chain.__cause__
        if round % 100 == 0:
            kept.append(error)
    for swallow in (True, False):
        try:
            with Manager(swallow) as manager:
                1 // (round - round)
        except ZeroDivisionError as error:
            checksum += error.__traceback__.tb_next is None
    log = []
    with section(log), contextlib.suppress(KeyError):
        {}["missing"]
    with section(log):
        [][1]
    checksum += len(log)
    checksum += returns_from_finally(5)
    try:
        try:
            int("x")
        except ValueError:
            None.missing
    except AttributeError as error:
        checksum += isinstance(error.__context__, ValueError)
    try:
        raise Custom(1, a=2).with_traceback(None) from None
    except (TypeError, Custom) as error:
        checksum += error.fields["a"]
        error.__dict__.clear()
    checksum += sys.exc_info() == (None, None, None)
    try:
        assert round < 0, "never"
    except AssertionError as error:
        checksum += len(error.args)
    for wrong in ("nonlocal x", "1 +", "return"):
        try:
            compile(wrong, "<wrong>", "exec")
        except SyntaxError as error:
            checksum += error.lineno
    try:
        b"\xff".decode("utf-8")
    except UnicodeDecodeError as error:
        checksum += error.end
    try:
        open("/nonexistent/file")
    except OSError as error:
        checksum += error.errno
checksum += len(traceback.format_exception(Custom, kept[0],
                                           kept[0].__traceback__)) > 3


def recursion():
    return recursion()


for _ in range(20):
    try:
        recursion()
    except RecursionError:
        checksum += 1
print(checksum, len(kept))
