"""The program limits its memory to what it has and a little more: what the
library maps is in what it has."""
#: prints has 16 MiB, is refused 512 MiB
#: prints a limit as it was asked for
#: prints has 512 MiB
import mmap
import resource

MEBIBYTE = 1 << 20


def fill(mebibytes):
    try:
        bytearray(mebibytes * MEBIBYTE)
        return "has"
    except MemoryError:
        return "is refused"


def mapped():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * mmap.PAGESIZE


before = resource.getrlimit(resource.RLIMIT_AS)
limit = mapped() + 128 * MEBIBYTE, before[1]
resource.setrlimit(resource.RLIMIT_AS, limit)
kept = [[number] for number in range(10000)]
print("%s 16 MiB, %s 512 MiB" % (fill(16), fill(512)))
if resource.getrlimit(resource.RLIMIT_AS) == limit:
    print("a limit as it was asked for")
resource.setrlimit(resource.RLIMIT_AS, before)
print(fill(512), "512 MiB")
