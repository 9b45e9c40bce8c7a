"""The cache of each subclass of ZoneInfo."""
# Source: https://github.com/pganssle/zoneinfo/commit/0df02db, mended after 0.2.1
# Built, 3.9
from backports.zoneinfo import ZoneInfo

CULPRIT = "zoneinfo_init_subclass"
PACKAGE = "backports.zoneinfo==0.2.1"
PYTHON = "3.9"


def step():
    class Zone(ZoneInfo):
        pass
