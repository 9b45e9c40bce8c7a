"""Nothing leaks: generators, exceptions and queues between two threads."""
import queue
import sys
import threading

import endings


class Item:
    def __init__(self, number):
        self.number = number
        self.notes = ["made"]


def make(count):
    for number in range(count):
        yield Item(number)


def check(items):
    for item in items:
        try:
            if item.number % 3 == 0:
                raise ValueError(item)
            yield item
        except ValueError as error:
            error.args[0].notes.append("seen")


def consume():
    while True:
        item = WAITING.get()
        if item is None:
            return
        item.notes.append("done")


WAITING = queue.Queue(maxsize=50)
consumer = threading.Thread(target=consume)
consumer.start()
for one in check(make(3000)):
    WAITING.put(one)
WAITING.put(None)
consumer.join()
endings.end(sys.argv[1])
