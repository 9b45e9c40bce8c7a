"""Many objects, whose owners are looked for while others have the processor.

    many.py OTHERS
"""
import os
import subprocess
import sys


class One:
    pass


ALL = [One() for _ in range(300000)]
for one in ALL:
    one.other = [one]
clean = {name: value for name, value in os.environ.items()
         if name != "LD_PRELOAD"}
for _ in range(int(sys.argv[1])):
    subprocess.Popen(["timeout", "5", "sh", "-c", "while :; do :; done"],
                     env=clean, stdout=subprocess.DEVNULL,
                     stderr=subprocess.DEVNULL)
