"""The same parser in the middle of its work, in several threads."""
#: finds some dict read_lines
import sys
import threading
import time

import endings
import readings


def work():
    while True:
        time.sleep(0.002)
        try:
            readings.read("one=1\ntwo=2\nthree")
        except ValueError:
            pass


def begin():
    for number in range(3000):
        try:
            readings.read("name")
        except ValueError:
            pass
    for _ in range(2):
        threading.Thread(target=work, daemon=True).start()


begin()
endings.end(sys.argv[1])
