"""Call a closure with two free variables through shadow_eval.

    script.py [CALLS] [--correct]

Prints how many references the closure's cells gained. Correct: none.
"""

import sys

import shadow_eval


def make_account(rate):
    total = 0

    def deposit(amount):
        nonlocal total
        total += amount * rate
        return total

    return deposit


def main(arguments):
    correct = "--correct" in arguments
    numbers = [one for one in arguments if one != "--correct"]
    if len(numbers) > 1 or not all(one.isdigit() for one in numbers):
        sys.exit(__doc__)
    calls = int(numbers[0]) if numbers else 10000

    deposit = make_account(2)
    cells = dict(zip(deposit.__code__.co_freevars, deposit.__closure__))
    before = {name: sys.getrefcount(cells[name]) for name in cells}
    shadow_eval.choose(deposit, correct=correct)
    for amount in range(calls):
        total = deposit(amount)
    print("total", total if calls else 0)
    for name in cells:
        gained = sys.getrefcount(cells[name]) - before[name]
        print("cell of %s: %d references gained in %d calls"
              % (name, gained, calls))


main(sys.argv[1:])
