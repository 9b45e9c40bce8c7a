"""csv: readers, writers, dialects, sniffing, errors."""

import csv
import io

checksum = 0
rows = [["id", "name", "note"]] + [
    [str(i), "name %d" % i, 'says "%d", then;\nleaves' % i]
    for i in range(150)]


class Semicolons(csv.excel):
    delimiter = ";"
    quoting = csv.QUOTE_ALL


csv.register_dialect("semi", Semicolons)
for round in range(210):
    for dialect in ("excel", "semi", "unix", "excel-tab"):
        stream = io.StringIO()
        writer = csv.writer(stream, dialect)
        writer.writerows(rows)
        writer.writerow([1, 2.5, None])
        stream.seek(0)
        checksum += sum(len(row) for row in csv.reader(stream, dialect))
    stream.seek(0)
    stream = io.StringIO()
    dictionaries = csv.DictWriter(stream, ["a", "b"], extrasaction="ignore")
    dictionaries.writeheader()
    dictionaries.writerows({"a": i, "b": "x", "c": 3} for i in range(40))
    stream.seek(0)
    checksum += sum(len(row) for row in csv.DictReader(stream))
    checksum += len(csv.Sniffer().sniff("a;b;c\n1;2;3\n").delimiter)
    numbers = csv.reader(["1,2.5,'3'"], quoting=csv.QUOTE_NONNUMERIC,
                         quotechar="'")
    checksum += len(next(numbers))
    for wrong in (['"unclosed'], ["a\0b"], [b"bytes"]):
        try:
            list(csv.reader(wrong, strict=True))
        except (csv.Error, ValueError):
            checksum += 1
    try:
        csv.writer(io.StringIO(), delimiter="ab")
    except TypeError:
        checksum += 1
print(checksum)
