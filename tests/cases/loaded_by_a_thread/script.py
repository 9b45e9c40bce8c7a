import os
import shutil
import tempfile
import time

from loaded_by_a_thread import has_loaded, keep, load

FOLDERS = ("/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/usr/lib")
SMALL = [os.path.join(folder, name) for folder in FOLDERS
         for name in ("libutil.so.1", "libanl.so.1", "libBrokenLocale.so.1")]


def library():
    for path in SMALL:
        if os.path.exists(path):
            return path
    print("no small library here", flush=True)
    os._exit(0)


with tempfile.TemporaryDirectory() as folder:
    copies = [shutil.copy(library(), os.path.join(folder, "copy%d.so" % number))
              for number in range(250)]
    load(copies)
    until = time.monotonic() + 60
    while not has_loaded() and time.monotonic() < until:
        lists = [[number] for number in range(100)]
for number in range(600):
    keep([number])
