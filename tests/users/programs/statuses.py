"""Status 1 has two meanings: the program's own, and that nobody caught an
exception. Consoles and pytest keep tracebacks of those that they have caught."""
import sys


def fail():
    raise ValueError


def fail_and_go_on():
    try:
        fail()
    except ValueError as error:
        sys.last_traceback = error.__traceback__


if sys.argv[1] == "caught":
    fail_and_go_on()
if sys.argv[1] == "dies":
    fail()
sys.exit(1)
