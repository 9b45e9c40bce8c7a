"""Interrupts and errors that jump out of C, and objects on PARI's stack."""
#: needs cysignals cypari
#: leaks ^cypari._pari.objtogen .* each bytes
#: proof import owed
#: proof assert owed.blocks_left_behind() > 200
#: leaks ^__Pyx_Coroutine_dealloc .* the type of its instances
#: proof import owed, cypari
#: proof assert owed.growth("generator") > 200
import gc
import os
import subprocess

import cypari

pari = cypari.pari
for number in range(300):
    found = pari(1000003 + number).factor()
    matrix = pari.matrix(3, 3, range(9))
    root = pari("x^2 - 2").polroots()[1]
    try:
        pari(1) / pari(0)
    except cypari.PariError as error:
        said = str(error).split("\n")[0]
    try:
        pari("wrong(")
    except cypari.PariError:
        pass
    list(matrix)
gc.collect()
print(found, matrix, str(root)[:8], said)

try:
    subprocess.Popen(["sh", "-c", "sleep 1; kill -INT %d" % os.getpid()])
    pari("while(1, 1)")
except KeyboardInterrupt:
    print("interrupted")
