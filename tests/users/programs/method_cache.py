#: finds 3000 tuple report
#: held a key of lru_cache of __main__.Customer.total
#: not term
#: not interrupt
#: not live
#: not kill
"""A cache of a method without a limit keeps each object, for the sake of a number."""
import functools
import sys

import endings


class Customer:
    def __init__(self, number):
        self.number = number
        self.orders = [number * 1000 + one for one in range(300, 308)]

    @functools.lru_cache(maxsize=None)
    def total(self, year):
        return sum(self.orders) + year


def report(number):
    customer = Customer(number)
    return "%d: %d" % (customer.number, customer.total(2024))


def main(calls):
    for number in range(1000, 1000 + calls):
        report(number)


main(3000)
endings.end(sys.argv[1])
