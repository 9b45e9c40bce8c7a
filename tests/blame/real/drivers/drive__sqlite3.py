import datetime
import sys

import _sqlite3
import sqlite3
from exercise import (Awkward, Failing, LASTING, LASTING_TEXT, Number, Thing,
                      broken, failing_after, tried)


class Conformed:
    def __conform__(self, protocol):
        return "conformed"


class BadConformed:
    def __conform__(self, protocol):
        raise Awkward


class Sum:
    def __init__(self):
        self.total = 0

    def step(self, one):
        self.total += one

    def finalize(self):
        return self.total

    value, inverse = finalize, step


class BadSum(Sum):
    finalize = value = broken


class MyRow(sqlite3.Row):
    pass


class MyConnection(sqlite3.Connection):
    pass


class MyCursor(sqlite3.Cursor):
    pass


def factory(cursor, row):
    return dict(zip([one[0] for one in cursor.description], row))


def filled(**named):
    base = sqlite3.connect(":memory:", **named)
    base.execute("create table t(a integer, b text, c blob, d date)")
    base.executemany("insert into t values(?, ?, ?, ?)",
                     [(one, "text %d" % one, b"blob", None)
                      for one in range(4)])
    return base


def rows(base):
    for make in (None, sqlite3.Row, MyRow, factory, broken, 5, dict):
        base.row_factory = make
        cursor = tried(base.execute, "select a, b, c as [c x] from t")
        if cursor is None:
            continue
        one = tried(cursor.fetchone)
        if isinstance(one, sqlite3.Row):
            one.keys(), one[0], one["a"], tuple(one), one == one, hash(one)
            one[0:2], one[-1]
            for key in ("none", 9, -9, 1.5, Failing(), None, "\u20ac",
                        1 << 80):
                tried(lambda: one[key])
            tried(type(one), 5, (1,)), tried(type(one), cursor, 5)
            tried(type(one)), type(one)(cursor, (1, 2, 3)) == one, one != 5
        tried(cursor.fetchmany, 2), tried(cursor.fetchall)
        tried(cursor.fetchmany, "x"), tried(list, cursor)
    base.row_factory = None


def cursors(base):
    for kind in (sqlite3.Cursor, MyCursor):
        cursor = base.cursor(kind)
        for text, arguments in (
                ("select ?", (LASTING_TEXT[0],)), ("select ?", (5,)),
                ("select ?", ()), ("select ?", (Failing(),)),
                ("select :a, :b", {"a": Number(2), "b": b"x"}),
                ("select :a", {"b": 1}), ("select :a", 5),
                ("select :a", Failing()), ("select ?, ?", [1, "2"]),
                ("select ?", (Conformed(),)), ("select ?", (Thing(),)),
                ("select ?", (BadConformed(),)), ("select ?", "x"),
                ("select ?", (10 ** 30,)), ("select ?", (bytearray(3),)),
                ("select ?", ("\ud800",)), ("nonsense", ()), ("", ()),
                ("select 1; select 2", ()), ("select \0", ()),
                ("insert into t(a) values(?)", (1,)), (5, ()),
                ("insert into t(a) values(?) returning a", (1,)),
                ("select * from none", ()), ("begin", ()), ("commit", ()),
                ("select cast(x'ff' as text)", ()), ("rollback", ())):
            tried(cursor.execute, text, arguments)
            tried(cursor.fetchone)
            tried(base.execute, text, arguments)
            tried(cursor.executemany, text, [arguments] * 2)
            cursor.description, cursor.rowcount, cursor.lastrowid
        for source in (5, failing_after(2, lambda: (1,)), Failing(),
                       [(1,), 5], iter([(1,)]), [(Failing(),)]):
            tried(cursor.executemany, "insert into t(a) values(?)", source)
        base.rollback()
        tried(cursor.executescript, "select 1; select 2;")
        tried(cursor.executescript, "nonsense"), tried(cursor.executescript, 5)
        cursor.execute("select b from t")
        for _ in cursor:
            pass
        cursor.arraysize, tried(setattr, cursor, "arraysize", "x")
        tried(cursor.setinputsizes, 1), tried(cursor.setoutputsize, 1)
        cursor.close()
        tried(cursor.execute, "select 1"), tried(cursor.fetchone)
        tried(kind), tried(kind, 5), kind(base).__init__(base)
    tried(base.cursor, 5), tried(base.cursor, broken), tried(base.cursor, dict)
    empty = sqlite3.Cursor.__new__(sqlite3.Cursor)  # never initialized
    tried(empty.execute, "select 1")


def functions(base):
    base.create_function("answer", -1, lambda *all: all[0] if all else None)
    base.create_function("fails", 1, broken, deterministic=True)
    base.create_function("odd", 0, Thing)
    base.create_aggregate("total_of", 1, Sum)
    base.create_aggregate("bad_total", 1, BadSum)
    base.create_aggregate("none_total", 1, broken)
    tried(base.create_window_function, "window_of", 1, Sum)
    tried(base.create_window_function, "bad_window", 1, BadSum)
    base.create_collation("backwards", lambda a, b: (a < b) - (a > b))
    base.create_collation("bad_collation", broken)
    for text in ("select answer(a), answer(b), answer(c) from t",
                 "select answer(1.5), answer(null), answer()",
                 "select fails(1)", "select odd()",
                 "select total_of(a), bad_total(a) from t",
                 "select none_total(a) from t",
                 "select window_of(a) over (order by a rows 1 preceding)"
                 " from t", "select bad_window(a) over (order by a) from t",
                 "select b from t order by b collate backwards",
                 "select b from t order by b collate bad_collation",
                 "select b from t order by b collate none"):
        tried(lambda: base.execute(text).fetchall())
    for what in (base.set_authorizer, base.set_progress_handler,
                 base.set_trace_callback):
        for call in (lambda *all: 0, broken, lambda *all: Failing()):
            more = (1,) if what == base.set_progress_handler else ()
            what(call, *more)
            tried(lambda: base.execute("select a from t").fetchall())
        what(None, *more)
    base.create_function("answer", -1, None)
    base.create_collation("backwards", None)
    for name, count, call in (("x", 999, Thing), (5, 1, Thing), ("x", 1, 5)):
        tried(base.create_function, name, count, call)
        tried(base.create_collation, name, call)
        tried(base.create_aggregate, name, count, call)
        tried(base.create_window_function, name, count, call)


def blobs(base):
    with tried(base.blobopen, "t", "c", 1) as blob:
        blob.read(2), blob.seek(0), blob.tell(), len(blob), blob[0], blob[1:3]
        blob[::2], tried(blob.write, b"ab"), tried(blob.write, b"x" * 99)
        for item in (99, -1, "x", slice(0, 2), slice(0, 4, 2), Failing()):
            tried(lambda: blob[item])
            for value in (65, 999, b"ab", "x", b"x"):
                tried(blob.__setitem__, item, value)
        tried(blob.seek, 99), tried(blob.seek, 0, 9), tried(blob.read, -5)
    tried(blob.read), tried(base.blobopen, "none", "c", 1)
    tried(base.blobopen, 5, "c", 1), tried(base.blobopen, "t", "c", 99)
    held = base.blobopen("t", "c", 2, readonly=True)
    tried(held.write, b"x")
    return held


def connection(base):
    other = sqlite3.connect(":memory:", factory=MyConnection)
    base.backup(other), tried(base.backup, base), tried(base.backup, 5)
    base.backup(other, pages=1, progress=lambda *all: None)
    tried(base.backup, other, progress=broken), tried(base.backup, other,
                                                      progress=5)
    data = tried(base.serialize)
    tried(other.deserialize, data), tried(base.serialize, name="none")
    other.iterdump, tried(list, base.iterdump())
    with other:
        other.execute("create table if not exists u(x)")
    try:
        with other:
            raise Awkward
    except Awkward:
        pass
    for name in ("isolation_level", "total_changes", "in_transaction",
                 "row_factory", "text_factory", "Warning", "Error"):
        tried(getattr, other, name)
    for level in ("", "IMMEDIATE", None, 5, "none", "\ud800"):
        tried(setattr, other, "isolation_level", level)
    tried(delattr, other, "isolation_level")
    for make in (bytes, str, bytearray, broken, lambda data: Thing(), 5):
        other.text_factory = make
        tried(lambda: other.execute("select 'text'").fetchall())
    other.getlimit(1), other.setlimit(1, 5000), tried(other.getlimit, 99)
    other.interrupt(), tried(other, "select 1"), tried(other, 5)
    tried(other.executescript, "select 1"), tried(other.load_extension, "x")
    tried(other.enable_load_extension, False)
    other.commit(), other.rollback(), other.close()
    tried(other.execute, "select 1"), tried(other.cursor)
    tried(other.__init__, ":memory:"), other.close()
    for arguments in ((5,), ("/none/none",), (), (":memory:", "x")):
        tried(sqlite3.connect, *arguments)
    tried(sqlite3.connect, ":memory:", isolation_level=5)
    tried(sqlite3.connect, ":memory:", factory=broken)
    tried(sqlite3.connect, ":memory:", nonsense=1)
    sqlite3.complete_statement("select 1;"), tried(_sqlite3.adapt, Thing())
    tried(_sqlite3.adapt, Thing(), None, 5), tried(_sqlite3.adapt, 5, 5, 5)
    tried(_sqlite3.adapt, Conformed()), tried(_sqlite3.adapt, BadConformed())
    tried(_sqlite3.adapt, LASTING[0], None, LASTING[1])


def converters():
    base = filled(detect_types=sqlite3.PARSE_DECLTYPES
                  | sqlite3.PARSE_COLNAMES)
    today = datetime.date(2020, 1, 2)
    base.execute("insert into t(a, d) values(9, ?)", (today,))
    tried(lambda: base.execute("select d, a as 'a [thing]', b as 'b [bad]',"
                               " c as 'c [none]' from t").fetchall())
    tried(lambda: base.execute("select b as 'b [bad]' from t").fetchall())
    base.close()


sqlite3.register_converter("thing", Thing)
sqlite3.register_converter("bad", broken)


def step():
    base = filled()
    rows(base)
    cursors(base)
    functions(base)
    held = blobs(base)
    connection(base)
    base.close()
    tried(held.read)
    converters()
