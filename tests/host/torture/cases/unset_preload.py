"""The program takes LD_PRELOAD out of its environment; its children run
without the library and it goes on."""
#: prints b'child\n'
#: prints 10000
import os
import subprocess
import sys

for name in list(os.environ):
    if name.startswith(("LD_PRELOAD", "REFTALLY_")):
        del os.environ[name]
print(subprocess.run([sys.executable, "-S", "-c", "print('child')"],
                     stdout=subprocess.PIPE).stdout)
print(len([[i] for i in range(10000)]))
