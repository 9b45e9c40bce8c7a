"""Prove that every write to a reference count is seen: ask the processor.

    hardware.py [--writes-only] [--times N] [SUBJECT...]

A hardware write counter (perf_event_open, a write breakpoint on the eight
bytes of the count) is set on one object, many operations are done with it, and
after each the writes that the processor counted must equal the changes that
the library has seen. Run with libreftally.so preloaded, or with --writes-only
to try the counter alone.

Masked AVX-512 stores, which memset and strcpy of glibc are made of, trip a
breakpoint on bytes that they leave alone. Start with GLIBC_TUNABLES as below,
or a neighbour in memory may be counted.

Status: 0 equal, 1 different, 77 not possible here (the reason is printed).
"""

import collections
import ctypes
import os
import sys

sys.dont_write_bytecode = True
from subjects import GENERAL, SUBJECTS
from write_counter import CounterLost, WriteCounter, WriteSampler, refusal

NO_MASKED_STORES = "glibc.cpu.hwcaps=-AVX512VL,-AVX512BW"


def place(address):
    """image+offset of an instruction, or None outside of any file."""
    with open("/proc/self/maps") as maps:
        images = {}
        for line in maps:
            fields = line.split()
            start, end = (int(one, 16) for one in fields[0].split("-"))
            if len(fields) > 5 and fields[5].startswith("/"):
                images.setdefault(fields[5], start - int(fields[2], 16))
                if start <= address < end:
                    return "%s+%#x" % (os.path.basename(fields[5]),
                                       address - images[fields[5]])
    return None


def unseen_places(make, operation, times):
    """Which instructions of files, not of stubs, wrote the count."""
    subject = make()
    operation(subject)
    sampler = WriteSampler(id(subject))
    try:
        for _ in range(times):
            operation(subject)
        places = [place(one) for one in sampler.instructions()]
    finally:
        sampler.close()
    return collections.Counter(one for one in places if one).most_common(8)


def measure(make, operations, times, changes):
    """Per operation: (name, writes, changes)."""
    subject = make()
    counter = WriteCounter(id(subject))
    address = id(subject)
    rows = []
    try:
        for operation in operations:
            operation(subject)  # caches are warm, errors come here
            seen = changes(address)
            writes = counter.read()
            for _ in range(times):
                operation(subject)
            writes = counter.read() - writes
            seen = changes(address) - seen
            rows.append((operation.__name__, writes, seen))
    finally:
        counter.close()
    return rows


def report(name, make, operations, rows, times):
    writes = sum(row[1] for row in rows)
    seen = sum(row[2] for row in rows)
    print("%-12s %3d operations x %d: %8d writes, %8d observed"
          % (name, len(rows), times, writes, seen))
    wrong = [row for row in rows if row[1] != row[2]]
    for row in wrong:
        print("    %-22s %8d writes, %8d observed, %+d"
              % (row[0], row[1], row[2], row[2] - row[1]))
        operation = next(one for one in operations if one.__name__ == row[0])
        for where, count in unseen_places(make, operation, times):
            print("        written %d times before %s, not by a stub"
                  % (count, where))
    return writes, seen, len(wrong)


def main(arguments):
    writes_only = "--writes-only" in arguments
    arguments = [one for one in arguments if one != "--writes-only"]
    times = 200
    if arguments[:1] == ["--times"]:
        if len(arguments) < 2 or not arguments[1].isdigit() or not int(
                arguments[1]):
            sys.exit("hardware.py: --times wants a number above 0")
        times, arguments = int(arguments[1]), arguments[2:]
    for name in arguments:
        if name not in SUBJECTS:
            sys.exit("hardware.py: no subject %r; there are %s"
                     % (name, ", ".join(SUBJECTS)))
    why = refusal()
    if why is not None:
        print("not possible here: " + why)
        return 77
    if os.environ.get("GLIBC_TUNABLES") != NO_MASKED_STORES:
        print("note: GLIBC_TUNABLES is not %s: neighbours may be counted"
              % NO_MASKED_STORES)
    changes = None
    if not writes_only:
        try:
            changes = ctypes.CDLL(None).reftally_changes
        except AttributeError:
            print("not possible here: libreftally.so is not preloaded")
            return 77
        changes.restype = ctypes.c_long
        changes.argtypes = [ctypes.c_void_p]

    try:
        return prove(arguments or list(SUBJECTS), times, changes)
    except CounterLost as error:
        print("not possible here: %s" % error)
        return 77


def prove(names, times, changes):
    total_writes = total_seen = wrong = 0
    for name in names:
        make, own = SUBJECTS[name]
        observe = changes if changes is not None else lambda address: 0
        probe = make()
        if changes is not None and changes(id(probe)) == -1:
            print("%-12s is not in the ledger" % name)
            wrong += 1
            continue
        rows = measure(make, GENERAL + own, times, observe)
        if changes is None:
            writes, seen, different = sum(row[1] for row in rows), 0, 0
            print("%-12s %3d operations x %d: %8d writes"
                  % (name, len(rows), times, writes))
        else:
            writes, seen, different = report(
                name, make, GENERAL + own, rows, times)
        total_writes += writes
        total_seen += seen
        wrong += different
    if changes is None:
        print("total: %d writes" % total_writes)
        return 0
    print("total: %d writes, %d observed: %s"
          % (total_writes, total_seen, "different" if wrong else "equal"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
