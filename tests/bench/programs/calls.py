"""calls - recursive function calls and small integers.

Prints a checksum. The one argument is the number of repetitions.
"""
import sys


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def total(*values, start=0):
    for value in values:
        start += value
    return start


def spread(n):
    result = 0
    for i in range(n):
        result += total(i, i + 1, *(1, 2), start=3) & 255
    return result


def main(repetitions):
    checksum = 0
    for repetition in range(repetitions):
        checksum = (checksum * 31 + fibonacci(23)) % 1000003
        checksum = (checksum * 31 + ackermann(2, 60)) % 1000003
        checksum = (checksum * 31 + spread(8000 + repetition)) % 1000003
    print("calls", checksum)


sys.setrecursionlimit(20000)
main(int(sys.argv[1]))
