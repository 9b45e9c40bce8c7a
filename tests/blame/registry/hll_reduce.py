"""The arguments and the registers that HyperLogLog.__reduce__() returns."""
# Source: https://github.com/ascv/HyperLogLog/commit/9f4e107, mended in 1.2.8
# Built, 3.9.18
import HLL

CULPRIT = "HyperLogLog_reduce"
PACKAGE = "HLL==1.2.7"
PYTHON = "3.9"

counter = HLL.HyperLogLog(4)


def step():
    counter.__reduce__()
