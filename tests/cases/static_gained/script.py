import sys

from static_gained import first_word_length

if sys.version_info >= (3, 12):
    print("the empty string is immortal")

TEXTS = ["one word", "a few words", " ", "words and words", "no"]


def work():
    seen = 0
    for number in range(4000):
        for text in TEXTS:
            seen += first_word_length(text + " %d" % number)
    return seen


work()
