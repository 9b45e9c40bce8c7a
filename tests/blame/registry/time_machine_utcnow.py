"""The travel that is asked for a time in a deprecated way."""
# Source: https://github.com/adamchainz/time-machine/commit/0a225cf,
# mended in 3.4.0
# Built, 3.13
import datetime
import warnings

import time_machine

CULPRIT = "_time_machine_utcnow"
PACKAGE = "time-machine==3.3.1"
PYTHON = "3.13"


def step():
    with time_machine.travel(0), warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            datetime.datetime.utcnow()
        except DeprecationWarning:
            pass
