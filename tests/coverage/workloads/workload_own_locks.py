"""Interpreters with locks of their own, each in a thread of its own."""

import sys
import threading

SOURCE = """
class Node:
    __slots__ = "next", "value"
    def __init__(self, next, value):
        self.next = next
        self.value = value
    def __del__(self):
        pass
def chain(length):
    node = None
    for number in range(length):
        node = Node(node, {number: str(number)})
        yield [node, (number,)]
def work():
    total = 0
    for step in range(10):
        for pair in chain(60):
            total += len(pair)
        try:
            raise ValueError(total)
        except ValueError as error:
            total = error.args[0]
        names = sorted(str(number) for number in range(100))
        table = {name: [name] for name in names}
        table.clear()
    return total
assert work() == 10 * 120
"""
ROUNDS, THREADS = 2, 8
failed = []

if sys.version_info >= (3, 13):
    import _interpreters as interpreters

    def create():
        return interpreters.create("isolated")
elif sys.version_info >= (3, 12):
    import _xxsubinterpreters as interpreters

    def create():
        return interpreters.create(isolated=True)
else:
    interpreters = None


def run():
    if interpreters is None:
        exec(SOURCE, {})
        return
    one = create()
    outcome = interpreters.run_string(one, SOURCE)
    if outcome is not None:
        failed.append(str(outcome))
    interpreters.destroy(one)


def work():
    for _ in range(ROUNDS):
        run()


threads = [threading.Thread(target=work) for _ in range(THREADS)]
for thread in threads:
    thread.start()
run()
for thread in threads:
    thread.join()
print(failed)
