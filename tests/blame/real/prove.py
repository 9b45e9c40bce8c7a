"""prove - which planted bugs are reached, and what do they leave behind?

    REFTALLY_PLANTED=STATE python3-dbg prove.py NAME FILE.so DRIVER [scarce]

Reads numbers of planted bugs from standard input and prints a line for each:
the number, and "dies", "hangs", or the references and the blocks of memory
that a step leaves behind, each as median, least and most of three
measurements. Number 0, first, is the module as it is. Each runs in a process
of its own. For a number below 0 it is only said whether it is reached. What
takes ten times as long as number 0 "hangs".
"""

import gc
import os
import signal
import struct
import sys
import time

sys.dont_write_bytecode = True
WARM_UP, STEPS, ROUNDS = 5, 8, 3
LEAST_SECONDS, TIMES = 10, 10

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import load  # noqa: E402

state = os.open(os.environ["REFTALLY_PLANTED"], os.O_RDWR)
load.put(sys.argv[1], sys.argv[2])
step = load.step_of(sys.argv[3], sys.argv[4:])


def reached(number):
    return struct.unpack("i", os.pread(state, 4, 4 * number))[0]


def activate(number):
    os.pwrite(state, struct.pack("i", number), 0)


def now():
    gc.collect()
    sys._clear_type_cache()
    return sys.gettotalrefcount(), sys.getallocatedblocks()


def measure():
    for _ in range(WARM_UP):
        step()
    rounds = []
    for _ in range(ROUNDS):
        before = now()
        for _ in range(STEPS):
            step()
        rounds.append([(b - a) / STEPS for a, b in zip(before, now())])
    words = []
    for column in zip(*rounds):
        column = sorted(column)
        words += [column[1], column[0], column[-1]]
    return " ".join(map(str, words))


def in_child(number, seconds):
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(seconds)
        errors = os.open(os.devnull, os.O_WRONLY)
        os.dup2(errors, 2)
        os.dup2(errors, 1)
        activate(number)
        answer = measure()
        activate(0)
        os.write(theirs, answer.encode())
        os._exit(0)
    os.close(theirs)
    answer = os.read(ours, 4096).decode()
    os.close(ours)
    _, status = os.waitpid(child, 0)
    activate(0)
    if os.waitstatus_to_exitcode(status) == -signal.SIGALRM:
        return "hangs"
    return answer if status == 0 and answer else "dies"


activate(0)
for _ in range(WARM_UP):
    step()
numbers = [int(word) for word in sys.stdin.read().split()]
before = {number: reached(abs(number)) for number in numbers}
step()
after = {number: reached(abs(number)) for number in numbers}
began = time.monotonic()
print(0, in_child(0, 300), flush=True)
seconds = int(LEAST_SECONDS + TIMES * (time.monotonic() - began))
for number in numbers:
    print(number, in_child(number, seconds) if number > 0 else "reached"
          if after[number] != before[number] else "unreached", flush=True)
