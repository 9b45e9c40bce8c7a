"""Nothing leaks: threads make and forget objects when it ends."""
import sys
import threading

import endings


class Job:
    def __init__(self, number):
        self.number = number
        self.result = {}


def work():
    jobs = []
    while True:
        jobs.append(Job(len(jobs)))
        if len(jobs) == 200:
            jobs.clear()


for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
endings.end(sys.argv[1])
