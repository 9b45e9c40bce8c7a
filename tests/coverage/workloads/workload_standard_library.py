"""A walk through modules that real programs use."""

import argparse
import configparser
import contextlib
import difflib
import fnmatch
import glob
import html.parser
import inspect
import io
import logging
import os
import pathlib
import pprint
import shlex
import string
import subprocess
import sys
import tempfile
import unittest
import urllib.parse


class Titles(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


class Case(unittest.TestCase):
    def test_passes(self):
        self.assertEqual([1, 2], [1, 2])
        with self.assertRaises(KeyError):
            {}[1]
        with self.subTest(n=1):
            self.assertIn(1, {1: 2})

    def test_fails(self):
        self.assertEqual({"a": [1]}, {"a": [2]})


checksum = 0
with tempfile.TemporaryDirectory() as directory:
    for round in range(45):
        parser = argparse.ArgumentParser(prog="program")
        parser.add_argument("--number", type=int, default=1, choices=[1, 2])
        parser.add_argument("rest", nargs="*")
        checksum += parser.parse_args(["--number", "2", "a", "b"]).number
        with contextlib.redirect_stderr(io.StringIO()):
            try:
                parser.parse_args(["--number", "x"])
            except SystemExit as stop:
                checksum += stop.code
        config = configparser.ConfigParser()
        config.read_string("[a]\nx = 1\ny = %(x)s2\n[b]\nz: text\n")
        checksum += config.getint("a", "y") + len(config.sections())
        log, stream = logging.getLogger("log%d" % round), io.StringIO()
        log.addHandler(logging.StreamHandler(stream))
        log.propagate = False
        try:
            1 // 0
        except ZeroDivisionError:
            log.exception("failed %s", [round])
        checksum += stream.getvalue().count("\n") > 3
        path = pathlib.Path(directory) / ("file%d.txt" % round)
        path.write_text("line\n" * 20)
        checksum += sum(1 for _ in path.open()) + len(path.stem)
        checksum += len(glob.glob(os.path.join(directory, "*.txt")))
        checksum += len(list(os.scandir(directory)))
        a, b = ["%d" % i for i in range(40)], ["%d" % (i * 2 % 40)
                                               for i in range(40)]
        checksum += len(list(difflib.unified_diff(a, b)))
        checksum += len(shlex.split("a 'b c' \"d\\\" e\" #f", comments=True))
        checksum += len(urllib.parse.parse_qs(urllib.parse.urlsplit(
            "http://host/p?a=1&b=2&a=3").query))
        titles = Titles()
        titles.feed("<p class=a id='b'>text<br/><a href=x>y</a></p>" * 10)
        checksum += len(titles.found)
        checksum += len(pprint.pformat({"a": [list(range(30))] * 3}))
        checksum += len(str(inspect.signature(Titles.feed)))
        checksum += len(inspect.getmembers(Titles)) > 10
        checksum += len(fnmatch.filter(string.ascii_letters, "[a-c]"))
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
        checksum += len(result.failures) + result.testsRun
    child = subprocess.run([sys.executable, "-c", "print(6 * 7)"],
                           stdout=subprocess.PIPE, universal_newlines=True)
    checksum += int(child.stdout)
print(checksum)
