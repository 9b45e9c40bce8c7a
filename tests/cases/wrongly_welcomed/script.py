import sys

from wrongly_welcomed import Gate


def work(method):
    for number in range(400):
        gate.count(number)
        method()


gate = Gate()
work(gate.pass_by)
guests = [gate] * 10000
if "--correct" not in sys.argv:
    work(gate.__enter__)
