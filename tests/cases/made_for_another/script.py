"""One module has objects made by another, and forgets them.

    script.py [--correct]
"""
import sys

import maker
import user


def ask(wrapped):
    return maker.value_of(wrapped)


correct = "--correct" in sys.argv
total = 0
for number in range(400):
    total += user.ask_about(ask, number, correct)
    total += maker.value_of(maker.make(number))
print("total", total)
