"""A timer's signals, and an interrupt that becomes an exception."""
import faulthandler
import os
import signal
import time

faulthandler.enable()
seen = 0


def handle(number, frame):
    global seen
    seen += 1


signal.signal(signal.SIGALRM, handle)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
while seen < 200:
    sum(range(1000))
signal.setitimer(signal.ITIMER_REAL, 0)
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)
except KeyboardInterrupt:
    print("interrupted")
