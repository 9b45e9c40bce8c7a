"""A folder is watched while files come."""
#: needs watchfiles
import pathlib
import threading

import watchfiles

folder = pathlib.Path("watched")
folder.mkdir()
stop = threading.Event()


def write():
    number = 0
    while not stop.wait(0.02):
        (folder / str(number % 5)).write_text("x")
        number += 1


thread = threading.Thread(target=write)
thread.start()
for number, changes in enumerate(watchfiles.watch(
        folder, debounce=50, step=10, rust_timeout=1000)):
    assert all(isinstance(one[1], str) for one in changes)
    if number == 20:
        break
stop.set()
thread.join()
print(number)
