"""The name of each attribute that is asked for."""
# Source: https://github.com/CoreSecurity/pcapy/commit/20a533f, mended in 0.11.5
# Built with libpcap-dev, 3.9
import struct
import tempfile

import pcapy

CULPRIT = "pcap_getattr"
PACKAGE = "pcapy==0.11.4"
PYTHON = "3.9"

FILE = tempfile.NamedTemporaryFile()
FILE.write(struct.pack("<IHHIIII", 0xa1b2c3d4, 2, 4, 0, 0, 100, 1))
FILE.flush()
READER = pcapy.open_offline(FILE.name)


def step():
    READER.datalink
