import sys

from static_in_a_field import is_known, make_label

if sys.version_info >= (3, 12):
    print("these are immortal")


def work():
    for number in range(1200):
        letter = "abcdefgh"[number % 8]
        label = make_label(letter)
        is_known(letter)
        del label
        is_known(letter)


work()
