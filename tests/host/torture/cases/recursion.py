"""Deep recursion, in Python and in C: the same error at the same depth."""
#: prints RecursionError maximum recursion depth exceeded
#: prints RecursionError
#: prints ...
#: prints ...
import json
import sys


def forever():
    return forever()


def count(depth):
    try:
        return count(depth + 1)
    except RecursionError:
        return depth


def through_c(depth):
    return sorted([depth], key=lambda value: through_c(value + 1))


try:
    forever()
except RecursionError as error:
    print(type(error).__name__, error)
nested = []
for _ in range(100000):
    nested = [nested]
try:
    json.dumps(nested)
except RecursionError as error:
    print(type(error).__name__)
while nested:
    nested = nested[0]
sys.setrecursionlimit(3000)
try:
    through_c(0)
except RecursionError as error:
    print(error)
sys.setrecursionlimit(1000)
print("depth", count(0))
