import argparse
import asyncio
import email
import json
import sys
import unittest

from static_soon import measure

IMPORTED = argparse, asyncio, email, json, unittest

if sys.version_info >= (3, 13):
    print("types in static data are immortal")


def work():
    for number in (0, 1) * 1200:
        measure(number)


work()
