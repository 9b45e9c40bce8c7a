"""Two workers are forked, and the second leaks; see check_workers in run."""
import os
import sys
from ctypes import py_object, pythonapi


class Job:
    pass


def forget():
    job = Job()
    pythonapi.Py_IncRef(py_object(job))


workers = []
for number in range(2):
    worker = os.fork()
    if worker == 0:
        for _ in range(60 * number):
            forget()
        sys.exit(0)
    workers.append(worker)
for worker in workers:
    os.waitpid(worker, 0)
