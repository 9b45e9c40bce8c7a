"""Forking while other threads are busy, again and again."""
#: prints 30 children, all well
import os
import threading
import warnings

warnings.simplefilter("ignore", DeprecationWarning)  # names the process
stop = threading.Event()


def churn():
    while not stop.is_set():
        values = [{"i": i} for i in range(50)]
        values.sort(key=lambda value: -value["i"])


threads = [threading.Thread(target=churn) for _ in range(4)]
for thread in threads:
    thread.start()
statuses = []
for _ in range(30):
    pid = os.fork()
    if pid == 0:
        values = [[i] for i in range(2000)]
        os._exit(len(values) % 251)
    statuses.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
stop.set()
for thread in threads:
    thread.join()
print(len(statuses), "children,", "all well" if set(statuses) == {2000 % 251}
      else "statuses %s" % statuses)
