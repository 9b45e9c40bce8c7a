"""The interpreter imports much of its own accord before the program begins."""
#: site asyncio ctypes.util decimal difflib doctest email.mime.text fractions
#: site http.server logging.config multiprocessing.pool pdb pydoc sqlite3
#: site statistics tarfile unittest.mock urllib.request xml.dom.minidom
#: finds 1500 dict put
#: held __main__.SHELF+0x10
import sys

import endings
import readings

SHELF = readings.shelf()


def request(number):
    SHELF.put({"number": number, "name": "request %d" % number})


def serve():
    for number in range(1500):
        request(number)


serve()
endings.end(sys.argv[1])
