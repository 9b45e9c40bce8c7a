"""Lines are timed by a profiler in C, and calls by one that samples."""
#: needs line_profiler pyinstrument
import line_profiler
import pyinstrument


def work(number):
    total = 0
    for one in range(20):
        total += one * number
    return total


profiler = line_profiler.LineProfiler()
timed = profiler(work)
for number in range(300):
    result = timed(number)
with pyinstrument.Profiler() as sampled:
    for number in range(300):
        work(number)
assert profiler.get_stats().timings and sampled.last_session
print(result)
