"""The list of captured groups that the match handler of Chimera is given."""
# Source: https://github.com/darvid/python-hyperscan/commit/3c47872, mended in 0.7.17 (on PyPI: 0.7.19)
# Wheel, 3.11.7
import hyperscan

CULPRIT = "ch_match_handler"
PACKAGE = "hyperscan==0.7.13"
PYTHON = "3.11"
BINARY = "1"

base = hyperscan.Database(chimera=True, mode=hyperscan.CH_MODE_GROUPS)
base.compile(expressions=[b"fo+"], ids=[0], elements=1, flags=[0])


def found(number, start, end, flags, captured, context):
    return None


def step():
    base.scan(b"1 foo", match_event_handler=found)
