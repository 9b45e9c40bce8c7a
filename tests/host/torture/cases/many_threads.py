"""A thousand threads at once, on small stacks."""
#: prints 1000 20000
import threading

threading.stack_size(128 * 1024)
go = threading.Event()
lock = threading.Lock()
total = [0]


def work():
    made = [[i] for i in range(20)]
    go.wait()
    with lock:
        total[0] += len(made)


threads = [threading.Thread(target=work) for _ in range(1000)]
for thread in threads:
    thread.start()
go.set()
for thread in threads:
    thread.join()
print(len(threads), total[0])
