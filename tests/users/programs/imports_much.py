"""The program imports much before it comes to its work."""
#: finds 6000 dict put
#: held __main__.SHELF+0x10
import asyncio
import ctypes.util
import decimal
import difflib
import doctest
import email.mime.text
import fractions
import http.server
import logging.config
import multiprocessing.pool
import pdb
import pydoc
import sqlite3
import statistics
import sys
import tarfile
import unittest.mock
import urllib.request
import xml.dom.minidom

import endings
import readings

SHELF = readings.shelf()


def request(number):
    SHELF.put({"number": number, "name": "request %d" % number})


def serve():
    for number in range(6000):
        request(number)


serve()
endings.end(sys.argv[1])
