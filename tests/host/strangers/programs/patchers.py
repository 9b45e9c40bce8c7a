"""Who looks from a thread of its own, and wraps what is called."""
#: needs ddtrace
import os
import threading
import time

os.environ.update(DD_TRACE_ENABLED="false", DD_PROFILING_ENABLED="true",
                  DD_INSTRUMENTATION_TELEMETRY_ENABLED="false",
                  DD_REMOTE_CONFIGURATION_ENABLED="false",
                  DD_CRASHTRACKING_ENABLED="false",
                  DD_TRACE_AGENT_URL="http://127.0.0.1:1",
                  DD_PROFILING_OUTPUT_PPROF="", DD_TRACE_STARTUP_LOGS="false")
import logging

logging.disable(logging.CRITICAL)
from ddtrace.internal.wrapping import unwrap, wrap
from ddtrace.profiling import Profiler


def work(number):
    return sum(one * one for one in range(number))


def around(function, arguments, keywords):
    return function(*arguments, **keywords) + 1


profiler = Profiler()
profiler.start()
lock = threading.Lock()
end = time.monotonic() + 3
rounds = 0
while rounds < 300:
    wrap(work, around)
    found = work(100)
    unwrap(work, around)
    with lock:
        threads = [threading.Thread(target=work, args=(50,))
                   for _ in range(2)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    rounds += 1
profiler.stop(flush=False)
print(found, work(100))
