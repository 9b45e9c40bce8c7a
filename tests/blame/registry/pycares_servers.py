"""The address of each name server is released, though it is borrowed."""
# Source: https://github.com/saghul/pycares/commit/9c3d2a9, mended in 0.6.2
# Built, 3.9
import sys

import pycares

CULPRIT = "set_nameservers"
PACKAGE = "pycares==0.6.1"
PYTHON = "3.9"
VERDICT = "deficit"

ADDRESS = ".".join(["127", "0", "0", "1"])
KEPT = [ADDRESS] * 10000
SERVERS = [ADDRESS]
CHANNEL = pycares.Channel()


def probe():
    return -sys.getrefcount(ADDRESS)


def step():
    CHANNEL.servers = SERVERS
