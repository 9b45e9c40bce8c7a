"""The numbers of errors that are gone through for the one that happened."""
# Source: https://github.com/aerospike/aerospike-client-python/pull/814,
# mended in 17.2.0
# Wheel, 3.11
import sys

import aerospike

CULPRIT = "raise_exception_base"
PACKAGE = "aerospike==17.1.0"
BINARY = "yes"
PYTHON = "3.11"


def probe():
    return sys.getrefcount(aerospike.exception.ParamError.code)


def step():
    try:
        aerospike.client({"hosts": 1})
    except aerospike.exception.AerospikeError:
        pass
