"""Classes that are made in calls, and kept."""
#: finds 200 type
#: held __main__.MADE[
#: not kill
import sys

import endings

MADE = []


def make(number):
    class Made:
        value = number

        def get(self):
            return self.value

    MADE.append(Made)


for number in range(200):
    make(number)
endings.end(sys.argv[1])
