"""Pools of forked and of spawned processes."""
#: prints fork 332833500
#: prints spawn 332833500
import multiprocessing


def square(number):
    return number * number


if __name__ == "__main__":
    for method in "fork", "spawn":
        context = multiprocessing.get_context(method)
        with context.Pool(2) as pool:
            print(method, sum(pool.map(square, range(1000), 50)), flush=True)
            pool.close()
            pool.join()
