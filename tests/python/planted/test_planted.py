"""Fourteen tests leak, and the others do not. Static types and None may have no
count that changes; of None, which everybody takes, it must be sure who takes it.
# LEAK marks where Python keeps it."""

import functools
import logging
import re
import struct
import sys
import traceback
import typing
import unittest
import warnings

import pytest

import leaky

KEPT = []
REGISTRY = {}
CACHE = {}
LENGTHS = [1000]
Kind = typing.TypeVar("Kind")


class Value:
    def __init__(self):
        self.value = ["value"]


class Node:
    children = []

    def __init__(self):
        Node.children.append(self)  # LEAK test_class_keeps_instances


def test_returns_kept():
    assert leaky.returns_kept(1) == []


def test_forgets_on_error():
    with pytest.raises(TypeError):
        leaky.forgets_on_error("x")


def test_appends_new():
    assert len(leaky.appends_new(1)) == 1


def test_keeps_argument():
    leaky.keeps_argument({"argument": 1})


class TestInClass:
    @pytest.fixture
    def number(self):
        yield 7

    def test_forgets_dict(self, number):
        assert leaky.forgets_dict(number) == 1


@pytest.mark.parametrize("leaks", [False, True])
def test_gets_attribute(leaks):
    value = Value()
    assert leaky.gets_attribute(value) if leaks else value.value


def test_global_list_grows():
    KEPT.append({"number": len(KEPT)})  # LEAK test_global_list_grows


def test_class_keeps_instances():
    assert Node()  # LEAK test_class_keeps_instances


def keep_forever(**words):
    REGISTRY[len(REGISTRY)] = [words]  # LEAK keeps_in_fixture


@pytest.fixture
def keeps_in_fixture():
    yield 1
    keep_forever(name="x")


def test_fixture_keeps(keeps_in_fixture):
    assert keeps_in_fixture == 1


@functools.lru_cache(maxsize=None)
def cached(key):
    return [key]  # LEAK test_cache_without_limit


def test_cache_without_limit():
    assert cached(object())  # LEAK test_cache_without_limit


def test_keeps_what_is_large():
    KEPT.append(bytes(5000))  # LEAK test_keeps_what_is_large


# ---- references to what lived before ----

OLD = Value()


def test_takes_what_is_old():
    leaky.keeps_argument(OLD)


def test_takes_none():
    leaky.keeps_none(1)


NONES = []


def test_keeps_none_in_list():
    NONES.append(None)


def test_takes_static_type():
    leaky.keeps_type(1)


# ---- healthy ----

def test_asks_for_generic_types():
    class Box(typing.Generic[Kind]):
        pass
    assert Box[int]


def test_uses_what_is_old():
    assert [OLD, None, leaky.Kind][0] is OLD


@functools.lru_cache(maxsize=64)
def remembered(key):
    return [key]


def test_cache_with_limit():
    assert remembered(object())


def test_patterns_of_ever_new_names(tmp_path):
    with pytest.raises(ValueError, match=re.escape(str(tmp_path))):
        raise ValueError(str(tmp_path))


def test_formats_of_ever_new_lengths():
    LENGTHS.append(LENGTHS.pop() + 1)
    assert struct.calcsize(f"{LENGTHS[0]}s")


def test_traceback_of_ever_new_files(tmp_path):
    path = tmp_path / "fails.py"
    path.write_text("raise ValueError\n")
    with pytest.raises(ValueError):
        exec(compile(path.read_text(), str(path), "exec"))
    try:
        exec(compile(path.read_text(), str(path), "exec"))
    except ValueError:
        assert "raise ValueError" in traceback.format_exc()


@pytest.fixture(scope="session")
def shared():
    made = [Value() for _ in range(10)]
    yield made
    assert len(made) >= 10


def test_is_healthy():
    assert len(leaky.is_healthy([])) == 2


def test_cache_with_few_keys():
    for number in range(10):
        CACHE.setdefault(number, [number])


def test_shared_fixture_stays(shared):
    assert shared[0].value


def test_asks_for_fixtures_late(request):
    assert request.getfixturevalue("tmp_path").is_dir()


def test_prints_and_logs(caplog, capsys):
    print("said")
    logging.getLogger("planted").warning("logged %d", 12345)
    assert caplog.records and capsys.readouterr().out == "said\n"


def test_prints_and_logs_uncaptured():
    print("said", file=sys.stderr)
    logging.getLogger("planted").error("logged %s", ["x"])


def test_warns():
    warnings.warn("deprecated", DeprecationWarning, stacklevel=1)


def test_makes_cycles():
    class Ring:
        pass
    ring = Ring()
    ring.itself = ring
    ring.method = lambda: ring


def test_temporary_files(tmp_path, monkeypatch):
    monkeypatch.setenv("PLANTED", "1")
    path = tmp_path / "file"
    path.write_text("text")
    assert re.match("t(e)xt", path.read_text())


def test_records_properties(record_property):
    record_property("key", ["value"])


@pytest.mark.skip(reason="never runs")
def test_skipped():
    KEPT.append({})


@pytest.mark.xfail(strict=True)
def test_fails_as_expected():
    KEPT.append({})
    assert False


@pytest.mark.reftally(skip=True)
def test_keeps_and_says_so():
    KEPT.append({})


@pytest.mark.reftally(limit=1)
def test_keeps_one_as_allowed():
    KEPT.append([])


def test_passes_once():
    KEPT.append({})
    CACHE["once"] = CACHE.get("once", 0) + 1
    assert CACHE["once"] == 1


def test_imports_late():
    import wave
    assert wave.open


class TestUnit(unittest.TestCase):
    def setUp(self):
        self.made = [Value() for _ in range(3)]

    def test_unit(self):
        with self.subTest("one"):
            self.assertTrue(self.made)
