"""Threads that share and pass on objects."""
#: prints 8 threads: True
import queue
import threading

results = queue.Queue()
shared = [None] * 100


def work(number):
    total = 0
    for i in range(10000):
        shared[i % 100] = (number, i, shared[(i + 1) % 100] is None)
        total += i * 8 + number
    results.put([number, total])


threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
pairs = dict(results.get() for _ in threads)
print(len(pairs), "threads:",
      pairs == {i: 399960000 + i * 10000 for i in range(8)})
