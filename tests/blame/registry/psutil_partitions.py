"""The list that is made before the arguments are read."""
# Source: https://github.com/giampaolo/psutil/pull/2857, mended after 7.2.2 (the commit was built here)
# Built with debug information, 3.11.7
import psutil._psutil_linux

CULPRIT = "psutil_disk_partitions"
PACKAGE = "psutil==7.2.2"
PYTHON = "3.11"


def step():
    try:
        psutil._psutil_linux.disk_partitions(1)
    except TypeError:
        pass
