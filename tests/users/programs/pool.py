"""Nothing leaks: a pool of workers, a log and modules that come late."""
import concurrent.futures
import importlib
import logging
import logging.handlers
import sys

import endings

MODULES = ("csv", "decimal", "fractions", "html.parser", "plistlib",
           "statistics", "textwrap", "uuid")


def work(number):
    logging.getLogger("pool.%d" % (number % 40)).info("number %d", number)
    if number % 200 == 0:
        importlib.import_module(MODULES[number // 200 % len(MODULES)])
    return {"number": number, "text": str(number) * 3}


log = logging.handlers.MemoryHandler(100, logging.CRITICAL,
                                     target=logging.NullHandler())
logging.basicConfig(level=logging.INFO, handlers=[log])
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    total = sum(len(done) for done in pool.map(work, range(2000)))
endings.end(sys.argv[1])
