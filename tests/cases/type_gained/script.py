import sys

from type_gained import Measure, measure

if sys.getrefcount(Measure) > 1 << 28:
    print("the module's type is immortal")

TEXTS = ["one word", "a few words", "", "words and words", "", "no"]


def work():
    seen = 0
    for number in range(4000):
        for text in TEXTS:
            seen += measure(text and text + " %d" % number)
    return seen


work()
