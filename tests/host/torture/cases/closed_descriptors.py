"""A daemon closes every descriptor and opens its own files: they are its."""
#: prints 8 files untouched
import os

out = os.dup2(1, 900)
os.closerange(0, 900)
fds = [os.open("host%d" % i, os.O_RDWR | os.O_CREAT) for i in range(8)]
for fd in fds:
    os.write(fd, b"precious")
kept = [{"i": [i]} for i in range(200000)]
for _ in range(3):
    kept.extend([i + 0.5] for i in range(50000))
same = sum(os.fstat(fd).st_size == 8 and os.pread(fd, 100, 0) == b"precious"
           for fd in fds)
os.write(out, b"%d files untouched\n" % same)
os.dup2(os.open("/dev/null", os.O_RDWR), 2)
