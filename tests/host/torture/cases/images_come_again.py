"""An extension is closed and opened again, and another where it lay: what they
do is seen each time."""
#: prints 2000 2000
#: prints 2000 2000
import _ctypes
import importlib.machinery
import importlib.util
import os
import shutil
import sys
import tempfile

suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
path = os.path.join(os.path.dirname(os.__file__), "lib-dynload",
                    "_lsprof" + suffix)
if not os.path.isfile(path):
    print("there is no %s" % path)
    sys.exit(77)


def callee():
    pass


def profiled(path):
    """Functions called a thousand times, as the extension counts them."""
    spec = importlib.util.spec_from_file_location("_lsprof", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    counts = []
    for _ in range(2):
        profiler = module.Profiler()
        profiler.enable()
        for _ in range(1000):
            callee()
            callee()
        profiler.disable()
        counts.append(sum(entry.callcount for entry in profiler.getstats()
                          if getattr(entry.code, "co_name", "") == "callee"))
    print(*counts)


with tempfile.TemporaryDirectory() as folder:
    other = shutil.copy(path, os.path.join(folder, "_other.so"))
    for one in (other, path):
        handle = _ctypes.dlopen(one, os.RTLD_NOW)
        _ctypes.dlsym(handle, "PyInit__lsprof")  # now it is looked at
        _ctypes.dlclose(handle)
    profiled(path)     # the one that was there before
    profiled(other)
