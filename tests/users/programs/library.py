"""Nothing leaks: at its top level a program has the standard library make what
it needs, fills a cache of patterns and registers what to do at its end."""
import ast
import atexit
import collections
import multiprocessing.pool
import re
import sys

import endings


def square(number):
    return {"number": number, "square": number * number}


def close():
    pass


if __name__ == "__main__":
    patterns = [re.compile("column%d+" % number) for number in range(100)]
    tree = ast.parse("\n".join("x%d = [%d, 'a']" % (number, number)
                               for number in range(800)))
    words = collections.Counter()
    for number in range(20000):
        words.update(("word%d" % (number % 3000), "other%d" % (number % 7)))
    with multiprocessing.pool.Pool(1) as pool:
        squares = pool.map(square, range(2000))
    for number in range(1500):
        atexit.register(close)
    endings.end(sys.argv[1])
