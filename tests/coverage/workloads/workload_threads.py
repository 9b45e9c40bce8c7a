"""Threads: locks, queues, thread-local data, executors, conditions."""

import concurrent.futures
import queue
import sys
import threading

sys.setswitchinterval(0.0005)
checksum = 0
lock = threading.Lock()
local = threading.local()
shared = {"total": 0, "list": []}


def work(number):
    local.value = [number]
    for i in range(400):
        with lock:
            shared["total"] += i
            shared["list"].append((number, i))
            if len(shared["list"]) > 50:
                del shared["list"][:25]
        local.value.append(str(i))
    return len(local.value)


for round in range(36):
    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
checksum += shared["total"]

work_queue, results = queue.Queue(maxsize=20), queue.Queue()


def consume():
    while True:
        item = work_queue.get()
        if item is None:
            return
        results.put(item * 2)


consumers = [threading.Thread(target=consume) for _ in range(4)]
for one in consumers:
    one.start()
for item in range(1500):
    work_queue.put(item)
for _ in consumers:
    work_queue.put(None)
for one in consumers:
    one.join()
checksum += sum(results.get() for _ in range(1500))

# More than the library has records for.
begin = threading.Barrier(1201)


def wait_together(number):
    kept = [number]
    begin.wait()
    kept.append(str(number))
    begin.wait()
    return kept


threading.stack_size(1 << 20)
threads = [threading.Thread(target=wait_together, args=(n,))
           for n in range(1200)]
for thread in threads:
    thread.start()
begin.wait()
begin.wait()
for thread in threads:
    thread.join()
threading.stack_size(0)

with concurrent.futures.ThreadPoolExecutor(4) as pool:
    checksum += sum(pool.map(work, range(12)))
    future = pool.submit(lambda: 1 // 0)
    try:
        future.result()
    except ZeroDivisionError:
        checksum += 1

condition, ready = threading.Condition(), []


def waiter():
    with condition:
        condition.wait_for(lambda: ready)
        ready.append(1)


waiting = [threading.Thread(target=waiter, daemon=True) for _ in range(3)]
for one in waiting:
    one.start()
with condition:
    ready.append(0)
    condition.notify_all()
for one in waiting:
    one.join()
timer = threading.Timer(0.001, lambda: ready.append(2))
timer.start()
timer.join()
failed = []
threading.excepthook = lambda arguments: failed.append(arguments.exc_type)
broken = threading.Thread(target=lambda: [][0])
broken.start()
broken.join()
print(checksum, len(ready), len(failed))
