"""An extension that is no file of any directory: /proc/self/fd/N, which may be
closed by the time that it runs."""
#: prints 1000
#: prints 1000
import importlib.machinery
import importlib.util
import os
import sys

suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
path = os.path.join(os.path.dirname(os.__file__), "lib-dynload",
                    "_lsprof" + suffix)
if not os.path.isfile(path) or not hasattr(os, "memfd_create"):
    print("there is no %s, or no memfd" % path)
    sys.exit(77)


def callee():
    pass


for closed in False, True:
    fd = os.memfd_create("module")
    with open(path, "rb") as file:
        os.write(fd, file.read())
    name = "/proc/self/fd/%d" % fd
    spec = importlib.util.spec_from_file_location(
        "_lsprof", name,
        loader=importlib.machinery.ExtensionFileLoader("_lsprof", name))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if closed:
        os.close(fd)
    profiler = module.Profiler()
    profiler.enable()
    for _ in range(1000):
        callee()
    profiler.disable()
    print(sum(entry.callcount for entry in profiler.getstats()
              if getattr(entry.code, "co_name", "") == "callee"))
