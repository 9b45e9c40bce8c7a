"""Importing many extension modules late: images that appear while running."""

import importlib
import sys

NAMES = ("_asyncio _bisect _bz2 _csv _ctypes _datetime _decimal _elementtree "
         "_hashlib _heapq _json _lsprof _lzma _multiprocessing _pickle "
         "_posixsubprocess _queue _random _socket _sqlite3 _ssl _statistics "
         "_struct _uuid _zoneinfo array audioop binascii cmath fcntl grp math "
         "mmap parser pyexpat readline resource select syslog termios "
         "unicodedata xxlimited zlib").split()
found = 0
for name in NAMES:
    try:
        importlib.import_module(name)
        found += 1
    except ImportError:
        pass
print(found > 20)

import sqlite3  # noqa: E402
import xml.etree.ElementTree as etree  # noqa: E402
import uuid  # noqa: E402
import unicodedata  # noqa: E402
import lzma  # noqa: E402
import ctypes  # noqa: E402

checksum = 0
for round in range(80):
    base = sqlite3.connect(":memory:")
    base.row_factory = sqlite3.Row
    base.create_function("twice", 1, lambda value: value * 2)
    base.execute("create table t (a integer, b text, c blob)")
    base.executemany("insert into t values (?, ?, ?)",
                     ((i, "text %d" % i, b"x" * i) for i in range(40)))
    for row in base.execute("select *, twice(a) as d from t where a > ?",
                            (10,)):
        checksum += row["d"] + len(row["b"]) + len(row.keys())
    try:
        base.execute("select nothing")
    except sqlite3.Error:
        checksum += 1
    base.close()
    tree = etree.fromstring("<a><b k='v'>t</b>%s</a>" % ("<c/>tail" * 30))
    for element in tree.iter():
        element.set("seen", "1")
    tree.append(etree.Element("d", {"x": "y"}))
    try:
        etree.XMLPullParser(events=("start", "no such event"))
    except ValueError:
        pass
    tree.remove(tree[0])
    checksum += len(etree.tostring(tree)) + len(tree.findall("c"))
    try:
        etree.fromstring("<a>")
    except etree.ParseError:
        checksum += 1
    checksum += uuid.uuid5(uuid.NAMESPACE_DNS, str(round)).int % 7
    checksum += len(unicodedata.normalize("NFD", "größe"))
    checksum += len(lzma.decompress(lzma.compress(b"abc" * 50)))
    callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda n: n + 1)
    checksum += callback(round)

    class Pair(ctypes.Structure):
        _fields_ = [("x", ctypes.c_int), ("next", ctypes.py_object)]

    pair = Pair(1, [round])
    checksum += pair.x + len(pair.next)
    numbers = (ctypes.c_int * 5)(*range(5))
    pointer = ctypes.pointer(ctypes.c_int(3))
    checksum += sum(numbers) + pointer.contents.value
print(checksum, len(sys.modules) > 50)
