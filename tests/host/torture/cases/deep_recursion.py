"""Deep recursion in Python, in C and in the destruction of what is nested."""
#: prints 20000
#: prints True
#: prints RecursionError
import sys
import threading


class Equal:
    def __init__(self, depth):
        self.depth = depth

    def __eq__(self, other):
        return self.depth == 0 or Equal(self.depth - 1) == other


def deeper(depth):
    return depth and deeper(depth - 1) + 1


def without_end():
    without_end()


def nest(wrap):
    nested = None
    for _ in range(100000):
        nested = wrap(nested)


def work():
    # Frames in C end at a limit of the interpreter's own from 3.12.
    limit = 3000 if sys.version_info < (3, 12) else 100
    results.append(deeper(20000))
    results.append(Equal(limit) == None)
    nest(lambda inner: [inner])
    nest(lambda inner: (inner,))
    sys.setrecursionlimit(1000)
    try:
        without_end()
    except RecursionError as error:
        results.append(type(error).__name__)


results = []
sys.setrecursionlimit(200000)
threading.stack_size(512 * 1024 * 1024)
thread = threading.Thread(target=work)
thread.start()
thread.join()
print(*results, sep="\n")
