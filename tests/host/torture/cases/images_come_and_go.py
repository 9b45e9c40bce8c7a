"""An extension is opened and closed, under one name and under ever new ones."""
#: prints 450 times
import _ctypes
import importlib.machinery
import os
import shutil
import sys
import tempfile

path = os.path.join(os.path.dirname(os.__file__), "lib-dynload",
                    "_lsprof" + importlib.machinery.EXTENSION_SUFFIXES[0])
if not os.path.isfile(path):
    print("there is no %s" % path)
    sys.exit(77)
for _ in range(300):
    _ctypes.dlclose(_ctypes.dlopen(path, os.RTLD_NOW))
with tempfile.TemporaryDirectory() as folder:
    for number in range(150):
        copy = shutil.copy(path, os.path.join(folder, "_%d.so" % number))
        _ctypes.dlclose(_ctypes.dlopen(copy, os.RTLD_NOW))
        os.unlink(copy)
print("450 times")
