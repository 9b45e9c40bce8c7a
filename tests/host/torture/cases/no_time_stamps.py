"""A program that may not read the processor's time stamps: whoever does gets
SIGSEGV (PR_SET_TSC)."""
#: prints 0
#: prints 100000 lists, 100000 dicts
import ctypes
import sys

if sys.version_info >= (3, 15):
    print("this interpreter reads the time itself while it makes objects")
    sys.exit(77)
PR_SET_TSC, ENABLE, SIGSEGV = 26, 1, 2
prctl = ctypes.CDLL(None).prctl
kept = [[number] for number in range(1000)]
forbidden = prctl(PR_SET_TSC, SIGSEGV, 0, 0, 0)
lists = [[number] for number in range(100000)]
dicts = [{number: [number]} for number in range(100000)]
for one in dicts:
    lists[len(one)] = sorted(one.values())
del kept
prctl(PR_SET_TSC, ENABLE, 0, 0, 0)
print(forbidden)
print(len(lists), "lists,", len(dicts), "dicts")
