import sys

from wrongly_yielded import settings, settings_rightly


def work(what):
    for number in range(400):
        what(number)


work(settings_rightly)
if "--correct" not in sys.argv:
    work(settings)
