"""Nothing leaks: threads make and forget objects when it ends."""
import sys
import threading
import time

import endings


class Job:
    def __init__(self, number):
        self.number = number
        self.result = {}


def work(index):
    jobs = []
    while True:
        jobs.append(Job(len(jobs)))
        if len(jobs) == 200:
            jobs.clear()
            FORGOTTEN[index] += 1


FORGOTTEN = [0, 0, 0]
for number in range(3):
    threading.Thread(target=work, args=(number,), daemon=True).start()
while min(FORGOTTEN) < 20:  # until then they only grow
    time.sleep(0.01)
endings.end(sys.argv[1])
