"""Daemon threads are in the middle of things when the interpreter ends."""
#: prints leaving
import threading
import time


def churn():
    while True:
        values = [{"i": i} for i in range(50)]
        values.sort(key=lambda value: -value["i"])


for _ in range(6):
    threading.Thread(target=churn, daemon=True).start()
time.sleep(0.2)
print("leaving")
