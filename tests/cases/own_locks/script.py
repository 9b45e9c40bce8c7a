import sys
import threading

if sys.version_info < (3, 12):
    print("no interpreter has a lock of its own")
    raise SystemExit
if sys.version_info >= (3, 13):
    import _interpreters as interpreters

    def create():
        return interpreters.create("isolated")
else:
    import _xxsubinterpreters as interpreters

    def create():
        return interpreters.create(isolated=True)

SOURCE = """if True:
    import sys
    sys.path = %r
    from own_locks import measure
    def work():
        for number in range(250):
            measure()
            things = {str(number): [number] for number in range(20)}
    work()
""" % sys.path


def run():
    interpreter = create()
    failed = interpreters.run_string(interpreter, SOURCE)
    if failed is not None:
        print(failed)
    interpreters.destroy(interpreter)


threads = [threading.Thread(target=run) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
