"""Nothing leaks: tables that a function makes for the program, when it is called
once, in a loop, by what that calls, or by the standard library; others are the
results of a batch."""
import json
import sys

import endings


class Row:
    def __init__(self, number):
        self.number = number
        self.words = ["row", str(number)]


class Store:
    def __init__(self):
        self.rows = []

    def load(self, count):
        for number in range(count):
            self.rows.append(Row(number))


def read_table(count):
    table = {}
    for number in range(count):
        table["key %d" % number] = {"number": number, "parts": [number]}
    return table


def read_settings(count):
    return json.loads(json.dumps([{"a": [number], "b": str(number)}
                                  for number in range(count)]))


def work_on(number):
    return [number, {"result": number * number}]


def main():
    global TABLE, SETTINGS
    STORE.load(1000)
    TABLE = read_table(1000)
    SETTINGS = read_settings(1000)
    for number in range(1000):
        RESULTS.append(work_on(number))


TABLE = SETTINGS = None
STORE = Store()
RESULTS = []
main()
endings.end(sys.argv[1])
