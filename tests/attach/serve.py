"""A service that keeps one object a request. argv: how long it rests."""

import signal
import sys
import time

KEPT = []
PARTS = []


def handle(number):
    KEPT.append({"number": number})
    PARTS.append([None])
    return [{"part": part} for part in range(10)]


signal.signal(signal.SIGUSR1, signal.SIG_IGN)
print("ready", flush=True)
number = 0
while True:
    handle(number)
    number += 1
    time.sleep(float(sys.argv[1]))
