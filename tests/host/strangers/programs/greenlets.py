"""Greenlets that are left, ended and freed at any depth, also by threads."""
#: needs greenlet
import gc
import threading

import greenlet


def work(rounds, depth):
    if depth > 0:
        return work(rounds, depth - 1)
    total = 0
    for number in range(rounds):
        total += MAIN.switch([number]) or 0
    return total


def hand_up():
    parent = greenlet.getcurrent()
    one = greenlet.greenlet(lambda: parent.switch([1] * 5))
    one.switch()


MAIN = greenlet.getcurrent()
ended = 0
for number in range(300):
    # Every third one is freed while it waits: it is thrown out of.
    one = greenlet.greenlet(work)
    one.switch(5, number % 20)
    one.switch(1)
    if number % 3 == 0:
        one.throw(greenlet.GreenletExit)
    elif number % 3 == 1:
        while not one.dead:
            one.switch(2)
    ended += 1
del one
gc.collect()
threads = [threading.Thread(target=hand_up) for _ in range(20)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(ended)
