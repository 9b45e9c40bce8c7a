from time import process_time

from handed_by_pointer import corners

# Long enough for a few of them to be watched. Nothing but calls of C functions:
# evaluation is entered once, for all of them.
number = wrong = 0
while number < 20000 or process_time() < 3:
    wrong += corners("shape %d" % (number % 40)) != 2
    number += 1
print(wrong)
