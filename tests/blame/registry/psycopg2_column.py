"""The parts of a column that are given to Column() are released once too often."""
# Source: https://github.com/psycopg/psycopg2/issues/1252, mended in 2.9
# Built with debug information
import sys

import psycopg2.extensions

CULPRIT = "column_init"
PACKAGE = "psycopg2==2.8.6"
PYTHON = "3.9"
VERDICT = "deficit"

NAME = "".join(["the name ", "of a column"])
KEPT = [NAME] * 100000


def probe():
    return -sys.getrefcount(NAME)


def step():
    psycopg2.extensions.Column(NAME)
