"""Threads work while others open extensions and close them."""
#: prints 90 closed, 3 worked
import _ctypes
import importlib.machinery
import json
import os
import shutil
import sys
import tempfile
import threading

path = os.path.join(os.path.dirname(os.__file__), "lib-dynload",
                    "_lsprof" + importlib.machinery.EXTENSION_SUFFIXES[0])
if not os.path.isfile(path):
    print("there is no %s" % path)
    sys.exit(77)
ends = threading.Event()
worked = []
closed = []


def work():
    while not ends.is_set():
        json.loads(json.dumps([{"a": [[1], 2]}] * 5))
    worked.append(1)


def open_and_close(folder, which):
    for number in range(30):
        copy = shutil.copy(path, os.path.join(folder, "%d_%d.so"
                                              % (which, number)))
        handle = _ctypes.dlopen(copy, os.RTLD_NOW)
        _ctypes.dlsym(handle, "PyInit__lsprof")
        _ctypes.dlclose(handle)
        os.unlink(copy)
        closed.append(1)


workers = [threading.Thread(target=work) for _ in range(3)]
with tempfile.TemporaryDirectory() as folder:
    openers = [threading.Thread(target=open_and_close, args=(folder, which))
               for which in range(3)]
    for thread in workers + openers:
        thread.start()
    for thread in openers:
        thread.join()
ends.set()
for thread in workers:
    thread.join()
print(len(closed), "closed,", len(worked), "worked")
