"""Threads with the smallest stacks that the interpreter allows."""
#: prints 32768 45
#: prints 65536 45
import threading


def nested(depth):
    if depth == 0:
        return 0
    return depth + sorted([nested(depth - 1)], key=lambda value: value)[0]


for size in 32768, 65536:
    threading.stack_size(size)
    results = []
    depth = 3 if size == 32768 else 9
    thread = threading.Thread(
        target=lambda: results.append(nested(depth) + 45 - sum(
            range(depth + 1))))
    thread.start()
    thread.join()
    print(size, results[0])
