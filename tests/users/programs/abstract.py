"""Nothing leaks: abstract classes are asked about others one by one, and each
remembers what it was told in sets of its own."""
import abc
import sys

import endings

for number in range(300):
    globals()["Part%d" % number] = abc.ABCMeta("Part%d" % number, (), {})


def ask(number):
    return isinstance(number, globals()["Part%d" % number])


def step(number):
    for turn in range(3):
        [str(one) for one in range(130)]
    ask(number)


for number in range(300):
    step(number)
endings.end(sys.argv[1])
