"""A deficit: what sched_param keeps is given away by __reduce__."""
import os
import sys

CULPRIT = "os_sched_param_reduce"
VERDICT = "deficit"

priority = 10 ** 20
kept = [priority] * 5000


def step():
    os.sched_param(priority).__reduce__()


def probe():
    return sys.getrefcount(priority)
