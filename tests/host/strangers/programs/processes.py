"""Children of every kind of multiprocessing."""
import multiprocessing


def square(number):
    return number * number


if __name__ == "__main__":
    for kind in ("fork", "spawn", "forkserver"):
        context = multiprocessing.get_context(kind)
        with context.Pool(2) as pool:
            print(kind, sum(pool.map(square, range(200))))
        queue = context.Queue()
        child = context.Process(target=queue.put, args=([1, 2],))
        child.start()
        print(queue.get())
        child.join()
        print(child.exitcode)
