import _queue

from exercise import LASTING, LASTING_TEXT, Failing, Thing, tried


class Mine(_queue.SimpleQueue):
    pass


def step():
    for kind in (_queue.SimpleQueue, Mine):
        one = kind()
        for number in range(15):
            one.put(Thing(number))
            one.put(LASTING[number % 8], True, 1.0)
            one.put_nowait(LASTING_TEXT[number % 8])
            one.empty(), one.qsize()
        for _ in range(10):
            one.get()
            one.get(timeout=0.5)
            one.get_nowait()
        one.put(one)
        tried(one.get, timeout=-1)
        tried(one.get, timeout="x")
        tried(one.get, timeout=Failing())
        tried(one.get, timeout=1e300)
        tried(one.put)
        tried(one.get, 1, 2, 3)
        empty = kind()
        tried(empty.get_nowait)
        tried(empty.get, False)
        tried(empty.get, True, 0.00001)
        tried(empty.get, timeout=0)
        for number in range(300):
            empty.put(number)
        while not empty.empty():
            empty.get()
        tried(kind, 1)
        kind.__class_getitem__(int)
