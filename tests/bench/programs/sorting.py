"""sorting - dicts, sets, lists and sorts with and without a key.

Prints a checksum. The one argument is the number of repetitions.
"""
import sys


def numbers(count, seed):
    values = []
    for _ in range(count):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        values.append(seed >> 12)
    return values


def count_words(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def group(values):
    groups = {}
    for value in values:
        groups.setdefault(value % 97, []).append(value)
    return groups


def main(repetitions):
    checksum = 0
    for repetition in range(repetitions):
        values = numbers(6000, repetition + 1)
        words = ["w%d" % (value & 1023) for value in values]
        counts = count_words(words)
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        groups = group(values)
        heads = sorted(min(members) for members in groups.values())
        distinct = sorted(set(values) - set(heads))
        merged = {**{value: 1 for value in heads},
                  **{value: 2 for value in distinct}}
        for item in (ranked[0][1], heads[0], len(distinct), sum(heads),
                     sum(merged.values())):
            checksum = (checksum * 31 + item) % 1000003
    print("sorting", checksum)


main(int(sys.argv[1]))
