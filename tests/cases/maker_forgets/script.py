"""One module has objects made by another, which fails now and then, and forgets.

    script.py [--correct]
"""
import sys

import maker
import user

correct = "--correct" in sys.argv
total = failed = 0
for number in range(600):
    value = number if correct or number % 2 else -number - 1
    try:
        total += user.ask_about(maker.value_of, value, True)
    except ValueError:
        failed += 1
print("total", total, "failed", failed)
