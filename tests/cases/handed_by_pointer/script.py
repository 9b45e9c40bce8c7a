from time import process_time

from handed_by_pointer import corners


def rounds():
    """Long enough for a few of them to be watched."""
    number = 0
    while number < 20000 or process_time() < 1:
        yield number
        number += 1


wrong = sum(corners("shape %d" % (number % 40)) != 2 for number in rounds())
print(wrong)
