import copy
import datetime
import io
import pickle
import struct

import _zoneinfo
from exercise import Failing, LASTING_TEXT, Thing, tried

ZoneInfo = _zoneinfo.ZoneInfo


class Mine(_zoneinfo.ZoneInfo):
    pass


def data(transitions, kinds, names, after):
    """A file of version 2."""
    made = []
    for size in ("i", "q"):
        head = struct.pack(">4sc15x6l", b"TZif", b"2", 0, 0, 0,
                           len(transitions), len(kinds), len(names))
        body = struct.pack(">%d%s" % (len(transitions), size),
                           *[one for one, _ in transitions])
        body += bytes(kind for _, kind in transitions)
        for offset, summer, name in kinds:
            body += struct.pack(">lbb", offset, summer, name)
        made.append(head + body + names)
    return b"".join(made) + b"\n" + after + b"\n"


NAMES = b"LMT\0CET\0CEST\0"
KINDS = [(3208, 0, 0), (3600, 0, 4), (7200, 1, 8)]
MOVES = [(-2 ** 31 + 1000, 1), (323830800, 2), (338950800, 1), (354675600, 2),
         (370400400, 1)]
RULES = [b"CET-1CEST,M3.5.0,M10.5.0/3", b"UTC0", b"", b"<+03>-3",
         b"XXX3YYY2,J60/2,J300/-2:30:15", b"AAA-1BBB,59,280/25",
         b"EST5EDT4:30,M3.2.0/2,M11.1.0/2"]
WRONG = [b"x", b"CET", b"CET-1CEST", b"CET-1CEST,M3.5.0", b"CET-99",
         b"CET-1CEST,M13.5.0,M10.5.0", b"<>1", b"CET-1CEST,J0,J5", b"A1B,1,2",
         b"CET-1CEST,M3.5.0/,M10.5.0", b"CET-1CEST,M3.5.9,M10.5.0/3", b"CET-1x"]
TIMES = [datetime.datetime(year, month, 15, 12, fold=fold)
         for year in (1, 1890, 1980, 1981, 2037, 2200, 9999)
         for month in (1, 3, 7, 10) for fold in (0, 1)]


def asked(zone):
    for one in TIMES:
        mine = one.replace(tzinfo=zone)
        zone.utcoffset(mine), zone.dst(mine), zone.tzname(mine)
        tried(zone.fromutc, mine), tried(zone.fromutc, one)
    for method in (zone.utcoffset, zone.dst, zone.tzname):
        method(None), tried(method, 5), tried(method)
    tried(zone.fromutc, 5), tried(zone.fromutc, None)
    zone.utcoffset(datetime.time(12, tzinfo=zone)) if False else None
    str(zone), repr(zone), zone.key
    tried(pickle.dumps, zone), tried(copy.copy, zone), tried(copy.deepcopy, zone)


def files(kind):
    for rule in RULES:
        zone = kind.from_file(io.BytesIO(data(MOVES, KINDS, NAMES, rule)),
                              key=LASTING_TEXT[0])
        asked(zone)
        kind.from_file(io.BytesIO(data([], KINDS[:1], NAMES, rule)))
    for rule in WRONG:
        tried(kind.from_file, io.BytesIO(data(MOVES, KINDS, NAMES, rule)))
    whole = data(MOVES, KINDS, NAMES, RULES[0])
    for at in (0, 3, 20, 44, 70, len(whole) // 2, len(whole) - 40):
        tried(kind.from_file, io.BytesIO(whole[:at]))
    tried(kind.from_file), tried(kind.from_file, 5), tried(kind.from_file, Failing())
    tried(kind.from_file, io.BytesIO(whole), Thing()), tried(kind.from_file, 1, 2, 3)
    asked(kind.from_file(io.BytesIO(data(MOVES, KINDS, NAMES, b""))))
    kind.from_file(io.BytesIO(data([(1000, 2)], KINDS, NAMES, RULES[0])))


def named(kind):
    for name in ("UTC", "Europe/Berlin", "America/New_York", "UTC"):
        zone = tried(kind, name)
        if zone is not None:
            asked(zone)
            kind(name), kind.no_cache(name)
            kind._unpickle(name, True), kind._unpickle(name, False)
            tried(zone.__reduce__)
    tried(kind, "none/such"), tried(kind), tried(kind, 5), tried(kind, [])
    tried(kind.no_cache, "none"), tried(kind.no_cache), tried(kind, "../x")
    tried(kind._unpickle), tried(kind._unpickle, "UTC"), tried(kind, "")
    tried(kind._unpickle, "none", False), tried(kind._unpickle, 5, True)
    tried(kind.clear_cache, only_keys=["UTC"]), tried(kind.clear_cache, only_keys=5)
    tried(kind.clear_cache, only_keys=[[]]), tried(kind.clear_cache, 1)
    kind.clear_cache()
    tried(kind._init_subclass) if False else None
    type("Sub", (kind,), {})


def step():
    for kind in (ZoneInfo, Mine):
        files(kind)
        named(kind)
