"""One module has objects made by another, which keeps some of them.

    script.py [--correct]
"""
import sys

import maker
import user

total = 0
for number in range(2000):
    # Of these the library keeps none.
    odd = number + (number % 10 == 0) * ("--correct" in sys.argv)
    total += user.ask_about(maker.value_of, odd, True)
print("total", total)
