import os
import sys

from none_given_away import ask, note

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)

for number in range(200):
    note("a long text")
    note(number % 100)
    ask(number)
os._exit(0)  # an interpreter that lets go of all that it has would abort
